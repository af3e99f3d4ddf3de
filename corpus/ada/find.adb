--! generate -c statement -c branch
package body Find is
   function Search (A : Vector; Key : Integer) return Natural is
   begin
      for I in A'Range loop
         if A (I) = Key then
            return I;
         end if;
      end loop;
      return 0;
   end Search;

   procedure Swap (A : in out Vector; I, J : Positive) is
      T : constant Integer := A (I);
   begin
      A (I) := A (J);
      A (J) := T;
   end Swap;

   procedure Sort (A : in out Vector) is
   begin
      for I in A'First .. A'Last - 1 loop
         for J in I + 1 .. A'Last loop
            if A (J) < A (I) then
               Swap (A, I, J);
            end if;
         end loop;
      end loop;
   end Sort;
end Find;
