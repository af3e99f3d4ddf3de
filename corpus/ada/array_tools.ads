--  Exercises with one-dimensional arrays: prefix sums, merging,
--  removal of duplicates, rotation.

package Array_Tools is

   type Numbers is array (Integer range <>) of Integer;

   function Sum (A : Numbers) return Integer;
   function Prefix_Sums (A : Numbers) return Numbers
     with Post => Prefix_Sums'Result'First = A'First
                  and then Prefix_Sums'Result'Last = A'Last;
   function Range_Sum (Prefix : Numbers; From, To : Integer) return Integer;
   function Best_Sum (A : Numbers) return Integer;
   --  The greatest sum of a non-empty part of A

   function Merged (A, B : Numbers) return Numbers;
   procedure Remove_Duplicates (A : in out Numbers; Last : out Integer);
   --  Only the first one of equal elements stays. The result is the slice
   --  A (A'First .. Last); their order does not change.

   procedure Rotate_Left (A : in out Numbers; Count : Natural := 1);
   function Second_Largest (A : Numbers) return Integer;
   function Equal_Halves (A : Numbers) return Boolean;

end Array_Tools;
