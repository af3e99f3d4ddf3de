--! generate -c statement -c branch
with Ada.Text_IO; use Ada.Text_IO;

procedure Shell_Sort is

   type Vector is array (Integer range <>) of Integer;

   procedure Sort (V : in out Vector) is
      Gap  : Natural := V'Length / 2;
      Item : Integer;
      J    : Integer;
   begin
      while Gap > 0 loop
         for I in V'First + Gap .. V'Last loop
            Item := V (I);
            J := I;
            Shift : loop
               exit Shift when J - Gap < V'First;
               exit Shift when V (J - Gap) <= Item;
               V (J) := V (J - Gap);
               J := J - Gap;
            end loop Shift;
            V (J) := Item;
         end loop;
         Gap := (if Gap = 2 then 1 else Gap * 5 / 11);
      end loop;
   end Sort;

   function Inversions (V : Vector) return Natural is
      Count : Natural := 0;
   begin
      for I in V'Range loop
         for J in I + 1 .. V'Last loop
            if V (I) > V (J) then
               Count := Count + 1;
            end if;
         end loop;
      end loop;
      return Count;
   end Inversions;

   procedure Print (Title : String; V : Vector) is
   begin
      Put (Title & ":");
      for E of V loop
         Put (Integer'Image (E));
      end loop;
      New_Line;
   end Print;

   Data : Vector (-3 .. 8) := (62, 83, 18, 53, 7, 17, 95, 86, 47, 69, 25, 28);

begin
   Print ("before", Data);
   Put_Line ("inversions:" & Natural'Image (Inversions (Data)));
   Sort (Data);
   Print ("after ", Data);
   pragma Assert (Inversions (Data) = 0);
end Shell_Sort;
