package body Sorting is

   procedure Swap (A : in out Vector; I, J : Positive)
     with Pre => I in A'Range and J in A'Range;

   procedure Swap (A : in out Vector; I, J : Positive) is
      Kept : constant Integer := A (I);
   begin
      A (I) := A (J);
      A (J) := Kept;
   end Swap;

   function Count (A : Vector; X : Integer) return Natural is
      Found : Natural := 0;
   begin
      for Y of A loop
         if X = Y then
            Found := Found + 1;
         end if;
      end loop;
      return Found;
   end Count;

   procedure Bubble (A : in out Vector) is
      Changed : Boolean := True;
   begin
      while Changed loop
         Changed := False;
         for I in A'First .. A'Last - 1 loop
            if A (I) > A (I + 1) then
               Swap (A, I, J => I + 1);
               Changed := True;
            end if;
         end loop;
      end loop;
   end Bubble;

   procedure Insertion (A : in out Vector) is
      J : Integer;
      X : Integer;
   begin
      for I in A'First + 1 .. A'Last loop
         X := A (I);
         J := I - 1;
         --: assert (FORALL K (A'First <= K and K < I - 1 IMPLIES A (K) <= A (K + 1)))
         while J >= A'First and then A (J) > X loop
            pragma Loop_Invariant (J in A'First .. I - 1);
            pragma Loop_Variant (Decreases => J);
            A (J + 1) := A (J);
            J := J - 1;
         end loop;
         A (J + 1) := X;
      end loop;
   end Insertion;

   procedure Selection (A : in out Vector) is
      Least : Positive;
   begin
      for I in A'Range loop
         Least := I;
         for J in I + 1 .. A'Last loop
            if A (J) < A (Least) then
               Least := J;
            end if;
         end loop;
         pragma Assert (A (Least) <= A (I), "the least element");
         if Least /= I then
            Swap (A, I, Least);
         end if;
      end loop;
   end Selection;

   procedure Quick (A : in out Vector; Low, High : Integer) is
      I     : Integer := Low;
      J     : Integer := High;
      Pivot : Integer;
   begin
      if Low >= High then
         return;
      end if;
      Pivot := A (Low + (High - Low) / 2);
      loop
         while A (I) < Pivot loop
            I := I + 1;
         end loop;
         while Pivot < A (J) loop
            J := J - 1;
         end loop;
         if I <= J then
            Swap (A, I, J);
            I := I + 1;
            J := J - 1;
         end if;
         exit when I > J;
      end loop;
      Quick (A, Low, J);
      Quick (A, I, High);
   end Quick;

end Sorting;
