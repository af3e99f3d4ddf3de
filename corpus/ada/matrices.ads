package Matrices is

   N : constant := 3;
   subtype Index is Integer range 1 .. N;
   type Matrix is array (Index, Index) of Integer;
   type Vector is array (Index) of Integer;

   Zero : constant Matrix := (others => (others => 0));

   function "*" (A, B : Matrix) return Matrix;
   function "*" (A : Matrix; V : Vector) return Vector;
   function "*" (K : Integer; A : Matrix) return Matrix;

   function Transpose (A : Matrix) return Matrix
     with Post => (for all I in Index => (for all J in Index =>
                     Transpose'Result (I, J) = A (J, I)));

   function Trace (A : Matrix) return Integer;
   function Row_Maximum (A : Matrix; Row : Index) return Integer;
   function Is_Symmetric (A : Matrix) return Boolean is (A = Transpose (A));
   function Is_Magic (A : Matrix) return Boolean;
   procedure Find (A : Matrix; Value : Integer;
                   Row, Col : out Index; Found : out Boolean);

end Matrices;
