--! generate -c statement -c branch
package body Number_Parser is

   Digit_Chars : constant String := "0123456789ABCDEF";

   function Parse_Integer (S : String) return Integer is
      Pos      : Positive := S'First;
      Negative : Boolean  := False;
      Value    : Integer  := 0;
   begin
      if S (Pos) = '-' or S (Pos) = '+' then
         Negative := S (Pos) = '-';
         Pos := Pos + 1;
      end if;
      if Pos > S'Last then
         raise Format_Error with "digit expected";
      end if;
      while Pos <= S'Last loop
         if S (Pos) not in '0' .. '9' then
            raise Format_Error with "bad character in """ & S & """";
         end if;
         Value := Value * 10 + Character'Pos (S (Pos)) - Character'Pos ('0');
         Pos := Pos + 1;
      end loop;
      return (if Negative then -Value else Value);
   end Parse_Integer;

   function Parse_Or_Default (S : String; Default : Integer := 0)
     return Integer is
   begin
      return Parse_Integer (S);
   exception
      when Format_Error | Constraint_Error =>
         return Default;
   end Parse_Or_Default;

   function Digit_Value (C : Character) return Integer is
     (case C is
         when '0' .. '9' => Character'Pos (C) - Character'Pos ('0'),
         when 'A' .. 'F' => Character'Pos (C) - Character'Pos ('A') + 10,
         when 'a' .. 'f' => Character'Pos (C) - Character'Pos ('a') + 10,
         when others     => -1);

   procedure Parse_Natural
     (S     : in String;
      Base  : in Number_Base := 10;
      Value : out Natural;
      Valid : out Boolean)
   is
      D : Integer;
   begin
      Value := 0;
      Valid := S'Length > 0;
      for C of S loop
         D := Digit_Value (C);
         if D < 0 or else D >= Base then
            Valid := False;
            return;
         end if;
         if Value > (Natural'Last - D) / Base then
            Valid := False;
            return;
         end if;
         Value := Value * Base + D;
      end loop;
   end Parse_Natural;

   function Image (N : Natural; Base : Number_Base := 10) return String is
      Last : constant Character := Digit_Chars (N mod Base + 1);
   begin
      if N < Base then
         return (1 => Last);
      else
         return Image (N / Base, Base) & Last;
      end if;
   end Image;

end Number_Parser;
