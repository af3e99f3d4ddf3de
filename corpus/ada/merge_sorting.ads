package Merge_Sorting is

   type List is array (Positive range <>) of Integer;

   function Merge (Left, Right : List) return List;
   --  Left and Right have to be in ascending order

   function Sorted (L : List) return List;
   --  A sorted copy of L. The result starts at index 1.

   procedure Sort (L : in out List);

   function Is_Permutation (A, B : List) return Boolean;

end Merge_Sorting;
