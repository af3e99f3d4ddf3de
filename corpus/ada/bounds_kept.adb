--! generate -c path --loops 2 --limit 80
--! generate -c branch
package body Bounds_Kept is

   function New_Last (N : Positive) return Integer is
      M : Integer := N;
      P : Vec_Access;
   begin
      M := 3;
      P := new Vec (1 .. M);
      M := 7;
      if P.all'Last > 4 or else P'Length /= 3 then
         return -1;
      end if;
      return P'Last + N mod 2;
   end New_Last;

   function New_In_Loop (N : Positive) return Integer is
      Total : Integer := 0;
      Size : Integer := 1;
      P : Vec_Access;
   begin
      while Size <= N loop
         P := new Vec'(1 .. Size => Size);
         Total := Total + P'Length + New_Last (Size);
         Size := Size + 1;
      end loop;
      return Total;
   end New_In_Loop;

   procedure New_Of_Parameter (N : in out Integer; Length : out Integer) is
   begin
      N := N + 1;
      declare
         P : constant Vec_Access := new Vec (2 .. N);
      begin
         N := 0;
         Length := P'Length;
      end;
   end New_Of_Parameter;

   function Loop_Range (N : Integer) return Integer is
      Total : Integer := 0;
   begin
      for I in Index range 2 .. N loop
         Total := Total + I;
      end loop;
      return Total;
   end Loop_Range;

   function Loop_From_Four (Late : Boolean) return Integer is
      Top : constant Integer := (if Late then 6 else 5);
      Total : Integer := 0;
   begin
      for I in Index range 4 .. Top loop
         Total := Total + I;
      end loop;
      return Total;
   end Loop_From_Four;

   function Slice_Range (V : Vec; N : Index) return Integer is
      subtype Pair is Index range N .. N + 1;
   begin
      return V (Pair)'Length;
   end Slice_Range;

   function Quantified_Range (N : Integer) return Boolean is
   begin
      return (for all I in Index range 1 .. N => I < 4);
   end Quantified_Range;

   function Slice_Last (S : String; A, B : Integer) return Integer is
   begin
      return S (A .. B)'Last;
   end Slice_Last;

   function Null_Text return String is
      Nothing : constant String (1 .. -2) := "";
   begin
      return Nothing;
   end Null_Text;

   function Part (S : String; A, B : Integer) return String is
   begin
      return S (A .. B);
   end Part;

   function Part_Last (A, B : Positive) return Integer is
      S : constant String := Part ("abcdef", A, B);
   begin
      if S'Length = 0 then
         return S'Last;
      end if;
      return S'First;
   end Part_Last;

   function Joined_Last (A, B : Natural) return Integer is
      Left : constant String (5 .. A) := (others => 'a');
      Right : constant String (9 .. B) := (others => 'b');
      Both : constant String := Left & Right;
   begin
      if A < 8 and B < 11 then
         return Both'Last;
      end if;
      return 0;
   end Joined_Last;

   function Not_Last (N : Integer) return Integer is
      F : constant Flags (2 .. N) := (others => False);
      G : constant Flags := not F;
   begin
      return G'Last;
   end Not_Last;

   function Last_Of (V : Vec) return Integer is
   begin
      return V'Last;
   end Last_Of;

   function Passed_Last (A, B : Positive) return Integer is
      V : constant Vec (1 .. 4) := (1, 2, 3, 4);
   begin
      return Last_Of (V (A .. B));
   end Passed_Last;

end Bounds_Kept;
