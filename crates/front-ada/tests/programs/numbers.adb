--  Literals in all their forms.
procedure Numbers is
   Big     : constant := 123_456_789_012_345_678_901_234_567_890;
   Small   : constant := 1;
   Hex     : constant := 16#dead_BEEF#;
   Octal   : constant := 8#777#;
   Power   : constant := 2#1#e10;
   Million : constant Integer := 1E6;
   Third   : constant := 1.0 / 3.0;
   Tiny    : constant := 1.5E-10;
   Half    : constant := 16#0.8#;
   Quote   : constant Character := ''';
   Dash    : constant String := "--: no claim" & '-' & "";
   Nested  : constant String := "say ""hello""";
   X       : Integer := 0;
begin
   X := -1 + (+2) - (-3);
   X := X + Integer (Third) + Boolean'Pos (Big > Hex) + Character'Pos (Quote);
   X := Small + Octal + Power + Dash'Length * Nested'Length - Million;
   if Tiny < Half then
      null;
   end if;
end Numbers;
