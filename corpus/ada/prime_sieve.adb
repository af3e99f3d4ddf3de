--! generate -c statement -c branch
with Ada.Text_IO; use Ada.Text_IO;

procedure Prime_Sieve is

   Limit : constant := 50;

   subtype Candidate is Integer range 2 .. Limit;
   type Flags is array (Candidate range <>) of Boolean;

   function Sieve (Up_To : Candidate) return Flags is
      subtype Bounded is Candidate range 2 .. Up_To;
      Prime    : Flags (Bounded) := (others => True);
      Multiple : Positive;
   begin
      for P in Bounded loop
         exit when P * P > Up_To;
         if Prime (P) then
            Multiple := P * P;
            while Multiple <= Up_To loop
               Prime (Multiple) := False;
               Multiple := Multiple + P;
            end loop;
         end if;
      end loop;
      return Prime;
   end Sieve;

   function Is_Prime (N : Natural) return Boolean is
     (N >= 2 and then
        (for all D in 2 .. N - 1 => N mod D /= 0));

   function Count (F : Flags) return Natural is
      C : Natural := 0;
   begin
      for B of F loop
         if B then
            C := C + 1;
         end if;
      end loop;
      return C;
   end Count;

   function Next_Prime (After : Candidate) return Candidate is
      All_Primes : constant Flags := Sieve (Limit);
      P          : Candidate := After;
   begin
      loop
         P := P + 1;
         if All_Primes (P) then
            return P;
         end if;
      end loop;
   end Next_Prime;

   --  The smallest way to write an even number as the sum of two primes
   procedure Goldbach (N : Candidate; P, Q : out Natural) is
   begin
      P := 0;
      Q := 0;
      for K in 2 .. N / 2 loop
         if Is_Prime (K) and then Is_Prime (N - K) then
            P := K;
            Q := N - K;
            return;
         end if;
      end loop;
   end Goldbach;

   P, Q : Natural;
begin
   Put_Line ("Primes:" & Natural'Image (Count (Sieve (Limit))));
   Put_Line ("After 13:" & Integer'Image (Next_Prime (13)));
   Goldbach (N => 28, P => P, Q => Q);
   Put_Line ("28 =" & Natural'Image (P) & " +" & Natural'Image (Q));
end Prime_Sieve;
