--! generate -c statement -c branch
package body Merge_Sorting is

   function Merge (Left, Right : List) return List is
      Result : List (1 .. Left'Length + Right'Length);
      I : Positive := Left'First;
      J : Positive := Right'First;
      K : Positive := 1;
   begin
      while I <= Left'Last and J <= Right'Last loop
         if Left (I) <= Right (J) then
            Result (K) := Left (I);
            I := I + 1;
         else
            Result (K) := Right (J);
            J := J + 1;
         end if;
         K := K + 1;
      end loop;

      --  At most one of these two slices is not empty
      Result (K .. K + Left'Last - I) := Left (I .. Left'Last);
      K := K + (Left'Last - I + 1);
      Result (K .. Result'Last) := Right (J .. Right'Last);
      return Result;
   end Merge;

   function Sorted (L : List) return List is
   begin
      if L'Length = 0 then
         return (1 .. 0 => 0);
      elsif L'Length = 1 then
         return (1 => L (L'First));
      end if;

      declare
         Middle : constant Positive := L'First + L'Length / 2 - 1;
         Lower  : List renames L (L'First .. Middle);
         Upper  : List renames L (Middle + 1 .. L'Last);
      begin
         return Merge (Sorted (Lower), Sorted (Upper));
      end;
   end Sorted;

   procedure Sort (L : in out List) is
   begin
      L := Sorted (L);
   end Sort;

   function Is_Permutation (A, B : List) return Boolean is
   begin
      return A'Length = B'Length and then Sorted (A) = Sorted (B);
   end Is_Permutation;

end Merge_Sorting;
