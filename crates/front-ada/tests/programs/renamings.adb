--  Other names for things.
with Ada.Text_IO;

procedure Renamings is
   package IO renames Ada.Text_IO;
   use type IO.Count;

   type Table is array (1 .. 5) of Integer;
   type Item is record
      Data : Table := (others => 0);
   end record;

   Box   : Item;
   First : Integer renames Box.Data (1);
   Part  : Table renames Box.Data;

   function Plus (X, Y : Integer) return Integer renames "+";
   function "&" (X, Y : Integer) return Integer is (10 * X + Y);
   procedure Say (Text : String) renames IO.Put_Line;
   function Third (X : Table) return Integer is (X (3));
   function Middle (X : Table) return Integer renames Third;
begin
   First := Plus (Middle (Part), 2);
   Box.Data (2) := "+" (1, 2) & Standard."*" (3, 4);
   Say (Integer'Image (First & Box.Data (2)));
   if IO.Col > 1 then
      IO.New_Line;
   end if;
end Renamings;
