--! generate -c statement -c branch
package body Word_Tools is

   --  Finds the next word at or behind From; First > Last means that
   --  there is none.
   procedure Next_Word (Line        : in  String;
                        From        : in  Positive;
                        First, Last : out Natural) is
   begin
      First := From;
      while First <= Line'Last and then Is_Blank (Line (First)) loop
         First := First + 1;
      end loop;
      Last := First - 1;
      while Last < Line'Last and then not Is_Blank (Line (Last + 1)) loop
         Last := Last + 1;
      end loop;
   end Next_Word;

   function Count_Words (Line : String) return Natural is
      In_Word : Boolean := False;
      Result  : Natural := 0;
   begin
      for C of Line loop
         if Is_Blank (C) then
            In_Word := False;
         elsif not In_Word then
            In_Word := True;
            Result := Result + 1;
         end if;
      end loop;
      return Result;
   end Count_Words;

   function Longest_Word (Line : String) return String is
      Best_First : Positive := Line'First;
      Best_Last  : Natural  := Line'First - 1;
      F, L       : Natural  := Line'First - 1;
   begin
      loop
         Next_Word (Line, From => L + 1, First => F, Last => L);
         exit when F > L;
         if L - F > Best_Last - Best_First then
            Best_First := F;
            Best_Last  := L;
         end if;
      end loop;
      return Line (Best_First .. Best_Last);
   end Longest_Word;

   function Nth_Word (Line : String; N : Positive) return String is
      F : Natural;
      L : Natural := Line'First - 1;
   begin
      for K in 1 .. N loop
         Next_Word (Line, L + 1, F, L);
         if F > L then
            raise No_Such_Word with "only" & Natural'Image (K - 1) & " words";
         end if;
      end loop;
      return Line (F .. L);
   end Nth_Word;

   procedure Capitalize (Line : in out String) is
      Previous : Character := ' ';
   begin
      for I in Line'Range loop
         if Is_Blank (Previous) and then Line (I) in 'a' .. 'z' then
            Line (I) := Character'Val (Character'Pos (Line (I)) - 32);
         end if;
         Previous := Line (I);
      end loop;
   end Capitalize;

   function Is_Acronym (Short, Line : String) return Boolean is
   begin
      if Count_Words (Line) /= Short'Length then
         return False;
      end if;
      for I in Short'Range loop
         declare
            Word : constant String := Nth_Word (Line, I);
         begin
            if Word (Word'First) /= Short (I) then
               return False;
            end if;
         end;
      end loop;
      return True;
   end Is_Acronym;

end Word_Tools;
