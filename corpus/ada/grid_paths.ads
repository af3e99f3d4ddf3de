package Grid_Paths is

   --  Paths through a rectangular grid from the upper left corner to the
   --  lower right one, moving right or down only.

   type Row_Index is range 0 .. 3;
   type Col_Index is range 0 .. 3;
   type Grid is array (Row_Index, Col_Index) of Natural;
   type Map  is array (Row_Index, Col_Index) of Boolean;   --  True: blocked

   type Cell is record
      Row : Row_Index;
      Col : Col_Index;
   end record;

   function Count_Paths (Blocked : Map) return Natural;
   function Cheapest (Costs : Grid) return Natural;
   function Reachable (Blocked : Map; Target : Cell) return Boolean;

end Grid_Paths;
