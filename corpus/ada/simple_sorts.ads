--  Elementary sorting algorithms on arrays of integers.
--  All of them sort in place and in ascending order.

package Simple_Sorts is

   type Int_Array is array (Positive range <>) of Integer;

   function Is_Sorted (A : Int_Array) return Boolean is
     (for all I in A'First .. A'Last - 1 => A (I) <= A (I + 1));

   procedure Insertion_Sort (A : in out Int_Array)
     with Post => Is_Sorted (A);

   procedure Selection_Sort (A : in out Int_Array)
     with Post => Is_Sorted (A);

   procedure Bubble_Sort (A : in out Int_Array; Swaps : out Natural)
     with Post => Is_Sorted (A) and then A'Length = A'Old'Length;
   --  Swaps is the number of exchanges that were needed

end Simple_Sorts;
