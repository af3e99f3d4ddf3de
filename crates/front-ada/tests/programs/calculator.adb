--  Reads sums and products such as 2*(3+4) and says what they are.
with Ada.Text_IO; use Ada.Text_IO;

procedure Calculator is

   Syntax_Error : exception;

   function Value (Text : String) return Integer is

      Position : Positive := Text'First;

      function Sum return Integer;

      function Peek return Character is
        (if Position > Text'Last then ASCII.NUL else Text (Position));

      procedure Skip (Expected : Character) is
      begin
         if Peek /= Expected then
            raise Syntax_Error with "expected " & Expected & " at" & Position'Image;
         end if;
         Position := Position + 1;
      end Skip;

      function Number return Integer is
         Result : Integer := 0;
      begin
         if Peek not in '0' .. '9' then
            raise Syntax_Error;
         end if;
         while Peek in '0' .. '9' loop
            Result := 10 * Result + (Character'Pos (Peek) - Character'Pos ('0'));
            Position := Position + 1;
         end loop;
         return Result;
      end Number;

      function Factor return Integer is
         Result : Integer;
      begin
         case Peek is
            when '(' =>
               Skip ('(');
               Result := Sum;
               Skip (')');
               return Result;
            when '-' =>
               Skip ('-');
               return -Factor;
            when others =>
               return Number;
         end case;
      end Factor;

      function Product return Integer is
         Result : Integer := Factor;
      begin
         while Peek in '*' | '/' loop
            if Peek = '*' then
               Skip ('*');
               Result := Result * Factor;
            else
               Skip ('/');
               Result := Result / Factor;
            end if;
         end loop;
         return Result;
      end Product;

      function Sum return Integer is
         Result : Integer := Product;
      begin
         loop
            case Peek is
               when '+' =>
                  Skip ('+');
                  Result := Result + Product;
               when '-' =>
                  Skip ('-');
                  Result := Result - Product;
               when others =>
                  exit;
            end case;
         end loop;
         return Result;
      end Sum;

   begin
      return Result : constant Integer := Sum do
         Skip (ASCII.NUL);
      end return;
   end Value;

begin
   Put_Line (Integer'Image (Value ("2*(3+4)-1")));
exception
   when Problem : Syntax_Error =>
      Put_Line ("that is no sum");
      raise;
   when Constraint_Error | Storage_Error =>
      Put_Line ("too large");
   when others =>
      null;
end Calculator;
