--  Matrices of integers with operators of their own.
package Matrices is

   type Matrix is array (Positive range <>, Positive range <>) of Integer;
   subtype Square is Matrix (1 .. 3, 1 .. 3);
   type Row is array (Square'Range (2)) of Integer;

   Zero     : constant Square := (others => (others => 0));
   Identity : constant Square := ((1, 0, 0), (0, 1, 0), (0, 0, 1));

   function "+" (Left, Right : Matrix) return Matrix
     with Pre => Left'Length (1) = Right'Length (1)
                 and then Left'Length (2) = Right'Length (2);

   function "*" (Left, Right : Matrix) return Matrix
     with Pre => Left'Length (2) = Right'Length (1);

   function "-" (M : Matrix) return Matrix;

   function Transposed (M : Matrix) return Matrix
     with Post => Transposed'Result'Length (1) = M'Length (2);

   function Trace (M : Square) return Integer is (M (1, 1) + M (2, 2) + M (3, 3));

end Matrices;
