package body Matrices is

   function "+" (Left, Right : Matrix) return Matrix is
   begin
      return Sum : Matrix (Left'Range (1), Left'Range (2)) do
         for I in Left'Range (1) loop
            for J in Left'Range (2) loop
               Sum (I, J) := Left (I, J)
                 + Right (I - Left'First (1) + Right'First (1),
                          J - Left'First (2) + Right'First (2));
            end loop;
         end loop;
      end return;
   end "+";

   function "*" (Left, Right : Matrix) return Matrix is
      Product : Matrix (Left'Range (1), Right'Range (2)) := (others => (others => 0));
   begin
      for I in Product'Range (1) loop
         for J in Product'Range (2) loop
            for K in Left'Range (2) loop
               Product (I, J) := @ + Left (I, K) * Right (K - Left'First (2) + Right'First (1), J);
            end loop;
         end loop;
      end loop;
      return Product;
   end "*";

   function "-" (M : Matrix) return Matrix is
      Negative : Matrix := M;
   begin
      for X of Negative loop
         X := -X;
      end loop;
      return Negative;
   end "-";

   function Transposed (M : Matrix) return Matrix is
      T : Matrix (M'Range (2), M'Range (1));
   begin
      for I in M'Range (1) loop
         for J in reverse M'Range (2) loop
            T (J, I) := M (I, J);
         end loop;
      end loop;
      return T;
   end Transposed;

end Matrices;
