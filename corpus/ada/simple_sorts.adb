--! generate -c statement -c branch
package body Simple_Sorts is

   procedure Swap (X, Y : in out Integer) is
      Temp : constant Integer := X;
   begin
      X := Y;
      Y := Temp;
   end Swap;

   function Index_Of_Min (A : Int_Array; From : Positive) return Positive
     with Pre => From in A'Range
   is
      Best : Positive := From;
   begin
      for I in From + 1 .. A'Last loop
         if A (I) < A (Best) then
            Best := I;
         end if;
      end loop;
      return Best;
   end Index_Of_Min;

   procedure Insertion_Sort (A : in out Int_Array) is
      Key : Integer;
      J   : Natural;
   begin
      for I in A'First + 1 .. A'Last loop
         Key := A (I);
         J   := I - 1;
         while J >= A'First and then A (J) > Key loop
            A (J + 1) := A (J);
            J := J - 1;
         end loop;
         A (J + 1) := Key;
         pragma Loop_Invariant (Is_Sorted (A (A'First .. I)));
      end loop;
   end Insertion_Sort;

   procedure Selection_Sort (A : in out Int_Array) is
      M : Positive;
   begin
      for I in A'First .. A'Last - 1 loop
         M := Index_Of_Min (A, From => I);
         if M /= I then
            Swap (A (I), A (M));
         end if;
      end loop;
   end Selection_Sort;

   procedure Bubble_Sort (A : in out Int_Array; Swaps : out Natural) is
      Changed : Boolean;
      Last    : Natural := A'Last;
   begin
      Swaps := 0;
      loop
         Changed := False;
         for I in A'First .. Last - 1 loop
            if A (I) > A (I + 1) then
               Swap (A (I), A (I + 1));
               Swaps   := Swaps + 1;
               Changed := True;
            end if;
         end loop;
         exit when not Changed;
         Last := Last - 1;
      end loop;
   end Bubble_Sort;

end Simple_Sorts;
