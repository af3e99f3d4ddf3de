--  Packages inside of a package: one shown to others, one that only the body knows.
package Warehouse is

   package Shelves is
      type Shelf_Number is range 1 .. 4;
      type Level is (Empty, Low, Full);
      type Contents is array (Shelf_Number) of Natural;
      Visits : Natural := 0;
      procedure Put (C : in out Contents; Where : Shelf_Number; Amount : Positive);
      function State (Amount : Natural) return Level;
   end Shelves;

   package Moves is
      type Move is record
         From, To : Shelves.Shelf_Number;
         Amount   : Positive;
      end record;
      type Move_List is array (Positive range <>) of Move;
   end Moves;

   Capacity : constant := 100;

   procedure Carry_Out (C : in out Shelves.Contents; List : Moves.Move_List; Refused : out Natural);
   function Emptiest (C : Shelves.Contents) return Shelves.Shelf_Number;
   function Is_Valid (M : Moves.Move) return Boolean is (M.Amount <= Capacity and then M.From not in M.To .. M.To);

end Warehouse;
