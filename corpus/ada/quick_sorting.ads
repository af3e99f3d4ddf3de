-----------------------------------------------------------------
--  QUICK_SORTING                                              --
--  Recursive quicksort and selection of the k-th element.     --
-----------------------------------------------------------------
package Quick_Sorting is

   subtype Element is Integer range -1_000 .. 1_000;
   type Element_Array is array (Natural range <>) of Element;

   procedure Sort (A : in out Element_Array);

   function Kth_Smallest (A : Element_Array; K : Positive) return Element;
   --  K = 1 gives the minimum

   function Median (A : Element_Array) return Element;

end Quick_Sorting;
