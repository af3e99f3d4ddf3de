package body Texts is

   function Reversed (S : String) return String is
      R : String (S'Range);
   begin
      for I in S'Range loop
         R (R'Last - (I - S'First)) := S (I);
      end loop;
      return R;
   end Reversed;

   function Is_Palindrome (S : String) return Boolean is
     (S'Length < 2
      or else (S (S'First) = S (S'Last) and then Is_Palindrome (S (S'First + 1 .. S'Last - 1))));

   function Count_Words (S : String) return Natural is
      Inside : Boolean := False;
      Words  : Natural := 0;
   begin
      for C of S loop
         case C is
            when ' ' | ',' | '.' | ';' | ''' =>
               Inside := False;
            when 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' =>
               if not Inside then
                  Words := Words + 1;
               end if;
               Inside := True;
            when others =>
               null;
         end case;
      end loop;
      return Words;
   end Count_Words;

   function Upper (C : Character) return Character is
   begin
      if C in 'a' .. 'z' then
         return Character'Val (Character'Pos (C) - Character'Pos ('a') + Character'Pos ('A'));
      else
         return C;
      end if;
   end Upper;

   function Upper (S : String) return String is
      Result : String := S;
   begin
      for C of Result loop
         C := Upper (C);
      end loop;
      return Result;
   end Upper;

   function Trimmed (S : String; Blank : Character := ' ') return String is
      First : Positive := S'First;
      Last  : Natural := S'Last;
   begin
      while First <= Last and then S (First) = Blank loop
         First := First + 1;
      end loop;
      while Last >= First and then S (Last) = Blank loop
         Last := Last - 1;
      end loop;
      return S (First .. Last);
   end Trimmed;

end Texts;
