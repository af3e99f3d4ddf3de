--! generate -c statement -c branch
package body Histograms is

   function Frequencies (Text : String) return Letter_Count is
      Result : Letter_Count := (others => 0);
   begin
      for Ch of Text loop
         case Ch is
            when Letter =>
               Result (Ch) := Result (Ch) + 1;
            when 'A' .. 'Z' =>
               declare
                  Lower : constant Letter :=
                    Character'Val (Character'Pos (Ch) + 32);
               begin
                  Result (Lower) := Result (Lower) + 1;
               end;
            when others =>
               null;
         end case;
      end loop;
      return Result;
   end Frequencies;

   function Most_Frequent (Text : String) return Letter is
      F    : constant Letter_Count := Frequencies (Text);
      Best : Letter := Letter'First;
   begin
      for L in Letter loop
         if F (L) > F (Best) then
            Best := L;
         end if;
      end loop;
      return Best;
   end Most_Frequent;

   function Is_Pangram (Text : String) return Boolean is
     (for all N of Frequencies (Text) => N > 0);

   function Are_Anagrams (Left, Right : String) return Boolean is
     (Frequencies (Left) = Frequencies (Right));

   function Histogram (Marks : Mark_List) return Mark_Count is
      H : Mark_Count (Mark) := (others => 0);
   begin
      for M of Marks loop
         H (M) := H (M) + 1;
      end loop;
      return H;
   end Histogram;

   function Peak (H : Mark_Count) return Mark is
      Result : Mark := H'First;
   begin
      for M in Mark'Succ (H'First) .. H'Last loop
         if H (M) > H (Result) then
            Result := M;
         end if;
      end loop;
      return Result;
   end Peak;

   function Total (H : Mark_Count) return Natural is
      Sum : Natural := 0;
   begin
      for N of H loop
         Sum := Sum + N;
      end loop;
      return Sum;
   end Total;

   function Percentage (H : Mark_Count; M : Mark) return Natural is
   begin
      if M not in H'Range then
         return 0;
      end if;
      return 100 * H (M) / Total (H);
   end Percentage;

end Histograms;
