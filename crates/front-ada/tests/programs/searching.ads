--  Finding a value in an array.
with Sorting; use Sorting;

package Searching is

   Not_Found : constant := 0;

   function Linear (A : Vector; X : Integer) return Natural
     with Post => (if Linear'Result = Not_Found
                   then (for all I in A'Range => A (I) /= X)
                   else A (Linear'Result) = X);

   function Binary (A : Vector; X : Integer) return Natural
     with Pre => Sorted (A),
          Contract_Cases =>
            ((for some I in A'Range => A (I) = X) => Binary'Result in A'Range,
             others                               => Binary'Result = Not_Found);

   function Maximum (A : Vector) return Integer
     with Pre => A'Length > 0,
          Post => (for all X of A => X <= Maximum'Result)
                  and (for some X of A => X = Maximum'Result);

end Searching;
