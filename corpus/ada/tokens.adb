--! generate -c statement -c branch
package body Tokens is

   function Is_Letter (C : Character) return Boolean is
     (C in 'a' .. 'z' or else C in 'A' .. 'Z');

   function Is_Digit (C : Character) return Boolean is (C in '0' .. '9');

   procedure Next (Text : String; Pos : in out Positive; T : out Token) is
   begin
      while Pos <= Text'Last and then Text (Pos) = ' ' loop
         Pos := Pos + 1;
      end loop;

      T.First := Pos;
      if Pos > Text'Last then
         T.Kind := End_Of_Text;
         T.Last := Pos - 1;
         return;
      end if;

      case Text (Pos) is
         when 'a' .. 'z' | 'A' .. 'Z' =>
            T.Kind := Identifier;
            while Pos < Text'Last
              and then (Is_Letter (Text (Pos + 1))
                        or else Is_Digit (Text (Pos + 1))
                        or else Text (Pos + 1) = '_')
            loop
               Pos := Pos + 1;
            end loop;
         when '0' .. '9' =>
            T.Kind := Number;
            while Pos < Text'Last and then Is_Digit (Text (Pos + 1)) loop
               Pos := Pos + 1;
            end loop;
         when '+' | '-' | '*' | '/' => T.Kind := Operator;
         when '('                   => T.Kind := Left_Paren;
         when ')'                   => T.Kind := Right_Paren;
         when ';'                   => T.Kind := Semicolon;
         when ':' =>
            if Text (Pos + 1) = '=' then
               Pos := Pos + 1;
               T.Kind := Assign;
            else
               T.Kind := Unknown;
            end if;
         when others                => T.Kind := Unknown;
      end case;

      T.Last := Pos;
      Pos := Pos + 1;
   end Next;

   function Count (Text : String; Kind : Token_Kind) return Natural is
     (Count_All (Text) (Kind));

   function Count_All (Text : String) return Tally is
      Result : Tally := (others => 0);
      Pos    : Positive := Text'First;
      T      : Token;
   begin
      loop
         Next (Text, Pos, T);
         Result (T.Kind) := Result (T.Kind) + 1;
         exit when T.Kind = End_Of_Text;
      end loop;
      return Result;
   end Count_All;

   function Is_Assignment (Text : String) return Boolean is
      Pos : Positive := Text'First;
      T   : Token;
      Previous : Token_Kind;
   begin
      Next (Text, Pos, T);
      if T.Kind /= Identifier or else Is_Keyword (Text (T.First .. T.Last)) then
         return False;
      end if;
      Next (Text, Pos, T);
      if T.Kind /= Assign then
         return False;
      end if;
      loop
         Previous := T.Kind;
         Next (Text, Pos, T);
         exit when T.Kind = End_Of_Text;
      end loop;
      return Previous = Semicolon;
   end Is_Assignment;

end Tokens;
