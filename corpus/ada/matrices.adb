--! generate -c statement -c branch
package body Matrices is

   function "*" (A, B : Matrix) return Matrix is
      C : Matrix := Zero;
   begin
      for I in A'Range (1) loop
         for J in B'Range (2) loop
            for K in A'Range (2) loop
               C (I, J) := C (I, J) + A (I, K) * B (K, J);
            end loop;
         end loop;
      end loop;
      return C;
   end "*";

   function "*" (A : Matrix; V : Vector) return Vector is
      W : Vector := (others => 0);
   begin
      for I in Index loop
         for K in Index loop
            W (I) := W (I) + A (I, K) * V (K);
         end loop;
      end loop;
      return W;
   end "*";

   function "*" (K : Integer; A : Matrix) return Matrix is
      B : Matrix := A;
   begin
      for E of B loop
         E := K * E;
      end loop;
      return B;
   end "*";

   function Transpose (A : Matrix) return Matrix is
      T : Matrix;
   begin
      for I in Index loop
         for J in Index loop
            T (J, I) := A (I, J);
         end loop;
      end loop;
      return T;
   end Transpose;

   function Trace (A : Matrix) return Integer is
      Sum : Integer := 0;
   begin
      for I in Index loop
         Sum := Sum + A (I, I);
      end loop;
      return Sum;
   end Trace;

   function Row_Maximum (A : Matrix; Row : Index) return Integer is
      Max : Integer := 0;
   begin
      for J in Index loop
         Max := Integer'Max (Max, A (Row, J));
      end loop;
      return Max;
   end Row_Maximum;

   function Is_Magic (A : Matrix) return Boolean is
      Ones : constant Vector := (others => 1);
      Rows : constant Vector := A * Ones;
      Cols : constant Vector := Transpose (A) * Ones;
      Goal : constant Integer := Trace (A);
   begin
      return (for all S of Rows => S = Goal)
        and then (for all S of Cols => S = Goal)
        and then A (1, 3) + A (2, 2) + A (3, 1) = Goal;
   end Is_Magic;

   procedure Find (A : Matrix; Value : Integer;
                   Row, Col : out Index; Found : out Boolean) is
   begin
      Row := 1;
      Col := 1;
      Found := False;
      Rows : for I in Index loop
         for J in Index loop
            if A (I, J) = Value then
               Row := I;
               Col := J;
               Found := True;
               exit Rows;
            end if;
         end loop;
      end loop Rows;
   end Find;

end Matrices;
