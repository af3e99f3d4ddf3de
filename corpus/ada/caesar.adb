--! generate -c statement -c branch
--  Caesar cipher. Letters are shifted by Key places in the alphabet, all
--  other characters stay as they are. Decrypt => True shifts them back.

procedure Caesar
  (Text    : in out String;
   Key     : in     Integer;
   Decrypt : in     Boolean := False;
   Changed :    out Natural)
is
   Alphabet_Size : constant := 26;

   function Shifted (C, Base : Character; Distance : Integer)
                     return Character
   is
      Offset : constant Integer := Character'Pos (C) - Character'Pos (Base);
   begin
      return Character'Val
        (Character'Pos (Base) + (Offset + Distance) rem Alphabet_Size);
   end Shifted;

   Distance : constant Integer := (if Decrypt then -Key else Key);
   Original : Character;

begin
   Changed := 0;
   for I in Text'Range loop
      Original := Text (I);
      case Text (I) is
         when 'A' .. 'Z' => Text (I) := Shifted (Text (I), 'A', Distance);
         when 'a' .. 'z' => Text (I) := Shifted (Text (I), 'a', Distance);
         when others     => null;
      end case;
      if Text (I) /= Original then
         Changed := Changed + 1;
      end if;
   end loop;
end Caesar;
