--! generate -c statement -c branch
package body String_Edit is

   Case_Offset : constant := Character'Pos ('a') - Character'Pos ('A');

   function Up (C : Character) return Character is
     (case C is
         when 'a' .. 'z' => Character'Val (Character'Pos (C) - Case_Offset),
         when others     => C);

   function To_Upper (S : String) return String is
      R : String := S;
   begin
      for C of R loop
         C := Up (C);
      end loop;
      return R;
   end To_Upper;

   function Trim (S : String; From : Side := Both) return String is
      First : Positive := S'First;
      Last  : Natural  := S'Last;
   begin
      if From /= Right then
         while First <= Last and then S (First) = ' ' loop
            First := First + 1;
         end loop;
      end if;
      if From /= Left then
         while Last >= First and then S (Last) = ' ' loop
            Last := Last - 1;
         end loop;
      end if;
      return S (First .. Last);
   end Trim;

   function Replace (S : String; Old_Char, New_Char : Character) return String
   is
      R : String (S'Range) := S;
   begin
      for I in R'Range loop
         if R (I) = Old_Char then
            R (I) := New_Char;
         end if;
      end loop;
      return R;
   end Replace;

   function Replace (S, Old_Text, New_Text : String) return String is
   begin
      for I in S'First .. S'Last - Old_Text'Length + 1 loop
         if S (I .. I + Old_Text'Length - 1) = Old_Text then
            return S (S'First .. I - 1) & New_Text
              & Replace (S (I + Old_Text'Length .. S'Last),
                         Old_Text, New_Text);
         end if;
      end loop;
      return S;
   end Replace;

   function "*" (Count : Natural; S : String) return String is
     (if Count = 0 then "" else S & (Count - 1) * S);

   function Pad (S : String; Width : Natural; Fill : Character := ' ')
                 return String is
   begin
      if S'Length >= Width then
         return S (S'First .. Width);
      else
         return S & String'(1 .. Width - S'Length => Fill);
      end if;
   end Pad;

   function Reversed (S : String) return String is
   begin
      if S = "" then
         return "";
      end if;
      return Reversed (S (S'First + 1 .. S'Last)) & S (S'First);
   end Reversed;

   function Compare (A, B : String) return Order is
      Upper_A : constant String := To_Upper (A);
      Upper_B : constant String := To_Upper (B);
   begin
      if Upper_A < Upper_B then
         return Less;
      elsif Upper_A > Upper_B then
         return Greater;
      else
         return Equal;
      end if;
   end Compare;

end String_Edit;
