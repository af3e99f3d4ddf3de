--! generate -e Enter -c statement -c branch
--! generate -e Largest
--! generate -e Swap
procedure Ledger (Limit : Integer; Final : out Integer) is

   type Book is array (1 .. 3) of Integer;
   Total : Integer := 0;
   Rows  : Book := (others => 0);
   Full  : exception;

   procedure Enter (Row : Positive; Amount : Integer) is
   begin
      if Total + Amount > Limit then
         raise Full;
      end if;
      Rows (Row) := Rows (Row) + Amount;
      Total := Total + Amount;
   end Enter;

   function Largest return Integer is
      Found : Integer := Rows (1);
   begin
      for R of Rows loop
         if R > Found then
            Found := R;
         end if;
      end loop;
      return Found;
   end Largest;

   procedure Swap (A, B : in out Integer) is
      C : constant Integer := A;
   begin
      if A > B then
         A := B;
         B := C;
      end if;
   end Swap;

begin
   Enter (1, 5);
   Enter (2, 7);
   Swap (Rows (1), Rows (2));
   Final := Largest;
exception
   when others =>
      Final := -1;
end Ledger;
