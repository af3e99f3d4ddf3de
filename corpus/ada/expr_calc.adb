--! generate -c statement -c branch
package body Expr_Calc is

   End_Mark : constant Character := Character'Val (0);

   function Evaluate (Text : String) return Integer is

      Pos : Positive := Text'First;

      function Current return Character is
        (if Pos <= Text'Last then Text (Pos) else End_Mark);

      procedure Skip_Blanks is
      begin
         while Current = ' ' loop
            Pos := Pos + 1;
         end loop;
      end Skip_Blanks;

      procedure Advance is
      begin
         Pos := Pos + 1;
         Skip_Blanks;
      end Advance;

      function Expression return Integer;

      function Number return Natural is
         N : Natural := 0;
      begin
         while Current in '0' .. '9' loop
            N := 10 * N + (Character'Pos (Current) - Character'Pos ('0'));
            Pos := Pos + 1;
         end loop;
         Skip_Blanks;
         return N;
      end Number;

      function Factor return Integer is
         Result : Integer;
      begin
         case Current is
            when '0' .. '9' =>
               return Number;
            when '(' =>
               Advance;
               Result := Expression;
               if Current /= ')' then
                  raise Syntax_Error with "missing )";
               end if;
               Advance;
               return Result;
            when '-' =>
               Advance;
               return -Factor;
            when others =>
               raise Syntax_Error;
         end case;
      end Factor;

      function Term return Integer is
         Result : Integer := Factor;
         Op     : Character;
      begin
         while Current = '*' or else Current = '/' loop
            Op := Current;
            Advance;
            Result := (if Op = '*' then Result * Factor
                       else Result / Factor);
         end loop;
         return Result;
      end Term;

      function Expression return Integer is
         Result : Integer := Term;
      begin
         loop
            case Current is
               when '+'    => Advance; Result := Result + Term;
               when '-'    => Advance; Result := Result - Term;
               when others => return Result;
            end case;
         end loop;
      end Expression;

      Value : Integer;
   begin
      Skip_Blanks;
      Value := Expression;
      if Current /= End_Mark then
         raise Syntax_Error with "unexpected character " & Current;
      end if;
      return Value;
   end Evaluate;

   function Is_Valid (Text : String) return Boolean is
      Ignored : Integer;
   begin
      Ignored := Evaluate (Text);
      return True;
   exception
      when Syntax_Error => return False;
      when Constraint_Error => return True;
   end Is_Valid;

end Expr_Calc;
