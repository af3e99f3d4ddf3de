--! generate -c statement -c branch
package body Array_Tools is

   function Sum (A : Numbers) return Integer is
      Total : Integer := 0;
   begin
      for X of A loop
         Total := Total + X;
      end loop;
      return Total;
   end Sum;

   function Prefix_Sums (A : Numbers) return Numbers is
      P : Numbers (A'Range);
   begin
      P (P'First) := A (A'First);
      for I in A'First + 1 .. A'Last loop
         P (I) := P (I - 1) + A (I);
      end loop;
      return P;
   end Prefix_Sums;

   function Range_Sum (Prefix : Numbers; From, To : Integer) return Integer is
     (if From = Prefix'First then Prefix (To)
      else Prefix (To) - Prefix (From - 1));

   function Best_Sum (A : Numbers) return Integer is
      Best    : Integer := A (A'First);
      Current : Integer := A (A'First);
   begin
      for X of A (A'First + 1 .. A'Last) loop
         Current := Integer'Max (X, Current + X);
         Best    := Integer'Max (Best, Current);
      end loop;
      return Best;
   end Best_Sum;

   function Merged (A, B : Numbers) return Numbers is
      R : Numbers (1 .. A'Length + B'Length);
      I : Integer := A'First;
      J : Integer := B'First;
   begin
      for K in R'Range loop
         if J > B'Last or else (I <= A'Last and then A (I) <= B (J)) then
            R (K) := A (I);
            I := I + 1;
         else
            R (K) := B (J);
            J := J + 1;
         end if;
      end loop;
      return R;
   end Merged;

   procedure Remove_Duplicates (A : in out Numbers; Last : out Integer) is
   begin
      Last := A'First - 1;
      for I in A'Range loop
         if (for all J in A'First .. Last => A (J) /= A (I)) then
            Last := Last + 1;
            A (Last) := A (I);
         end if;
      end loop;
   end Remove_Duplicates;

   procedure Rotate_Left (A : in out Numbers; Count : Natural := 1) is
      N : constant Natural := Count mod A'Length;
   begin
      A := A (A'First + N .. A'Last) & A (A'First .. A'First + N - 1);
   end Rotate_Left;

   function Second_Largest (A : Numbers) return Integer is
      First  : Integer := Integer'First;
      Second : Integer := Integer'First;
   begin
      for X of A loop
         if X > First then
            Second := First;
            First  := X;
         elsif X > Second and X /= First then
            Second := X;
         end if;
      end loop;
      return Second;
   end Second_Largest;

   function Equal_Halves (A : Numbers) return Boolean is
      Half : constant Natural := A'Length / 2;
   begin
      return A'Length mod 2 = 0
        and then A (A'First .. A'First + Half - 1)
                 = A (A'First + Half .. A'Last);
   end Equal_Halves;

end Array_Tools;
