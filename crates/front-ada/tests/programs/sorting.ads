--  Arrays put in order in several ways, all with the same contract.
package Sorting with Pure is

   type Vector is array (Positive range <>) of Integer;

   function Sorted (A : Vector) return Boolean is
     (for all I in A'Range =>
        (if I < A'Last then A (I) <= A (I + 1)));

   function Count (A : Vector; X : Integer) return Natural;

   procedure Bubble (A : in out Vector)
     with Post => Sorted (A);

   procedure Insertion (A : in out Vector)
     with Pre  => A'Length <= 1_000,
          Post => Sorted (A) and then (for all X of A => Count (A, X) = Count (A'Old, X));

   procedure Selection (A : in out Vector)
     with Global => null, Depends => (A => A), Post => Sorted (A);

   procedure Quick (A : in out Vector; Low, High : Integer)
     with Pre => Low > High or else (Low in A'Range and then High in A'Range);

end Sorting;
