--! generate -c statement -c branch
--  Says whether S reads the same forwards and backwards. With
--  Letters_Only, everything but letters is skipped and upper and lower
--  case are not distinguished ("Madam, I'm Adam").

function Is_Palindrome
  (S            : String;
   Letters_Only : Boolean := False) return Boolean
is
   subtype Upper_Letter is Character range 'A' .. 'Z';
   subtype Lower_Letter is Character range 'a' .. 'z';

   function Is_Letter (C : Character) return Boolean is
     (C in Upper_Letter | Lower_Letter);

   function To_Lower (C : Character) return Character is
     (if C in Upper_Letter
      then Character'Val (Character'Pos (C) + 32)
      else C);

   function Letters_Of (T : String) return String is
      Buffer : String (1 .. T'Length);
      Last   : Natural := 0;
   begin
      for C of T loop
         if Is_Letter (C) then
            Last := Last + 1;
            Buffer (Last) := To_Lower (C);
         end if;
      end loop;
      return Buffer (1 .. Last);
   end Letters_Of;

begin
   if Letters_Only then
      return Is_Palindrome (Letters_Of (S));
   end if;

   for I in 1 .. S'Length / 2 loop
      if S (I) /= S (S'Length - I + 1) then
         return False;
      end if;
   end loop;
   return True;
end Is_Palindrome;
