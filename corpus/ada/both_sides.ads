package Both_Sides is
   type Point is record
      X, Y : Integer;
   end record;

   --  Two points are the same if they lie in one column.
   function "=" (A, B : Point) return Boolean;

   function Beside (A, B : Point; N : Integer) return Integer;
   function Apart (A, B, C : Point) return Boolean;
   function Not_Apart (A, B : Point) return Integer;

   --  `and` and `or` evaluate both operands.
   function Between (N : Integer) return Integer;
   function Outside (N : Integer) return Integer;
   function Divides (A, B : Integer) return Integer;
   function Counted (N : Integer) return Integer;
   function Mixed (A, B, C : Integer) return Boolean;

   Calls : Integer := 0;
end Both_Sides;
