--! generate -c statement -c branch
with Ada.Text_IO;

-- Small demonstration of times of day: records, user defined operators,
-- overloading, renaming.

procedure TIME_OF_DAY is

   subtype HOUR   is INTEGER range 0 .. 23;
   subtype MINUTE is INTEGER range 0 .. 59;

   type TIME is
      record
         H : HOUR   := 0;
         M : MINUTE := 0;
      end record;

   MINUTES_PER_DAY : constant := 24 * 60;

   function TO_MINUTES (T : TIME) return NATURAL is
   begin
      return T.H * 60 + T.M;
   end TO_MINUTES;

   function TO_TIME (TOTAL : INTEGER) return TIME is
   begin
      return (H => TOTAL / 60 mod 24, M => TOTAL mod 60);
   end TO_TIME;

   function "+" (T : TIME; MINUTES : INTEGER) return TIME is
   begin
      return TO_TIME (TO_MINUTES (T) + MINUTES);
   end "+";

   function "-" (LEFT, RIGHT : TIME) return INTEGER is
   begin
      return TO_MINUTES (LEFT) - TO_MINUTES (RIGHT);
   end "-";

   function "<" (LEFT, RIGHT : TIME) return BOOLEAN is
   begin
      return LEFT.H < RIGHT.H
        or (LEFT.H = RIGHT.H and LEFT.M < RIGHT.M);
   end "<";

   -- Length of an interval that may go past midnight
   function DURATION_OF (START, STOP : TIME) return NATURAL is
   begin
      if STOP < START then
         return MINUTES_PER_DAY + (STOP - START);
      else
         return STOP - START;
      end if;
   end DURATION_OF;

   function OVERLAP (S1, E1, S2, E2 : TIME) return BOOLEAN is
   begin
      return not (E1 < S2 or E2 < S1);
   end OVERLAP;

   procedure SHOW (T : TIME) is
      procedure PUT (S : STRING) renames ADA.TEXT_IO.PUT;
   begin
      PUT (HOUR'IMAGE (T.H));
      PUT (" :");
      PUT (MINUTE'IMAGE (T.M));
      ADA.TEXT_IO.NEW_LINE;
   end SHOW;

   NOON : constant TIME := (12, 0);

begin
   SHOW (NOON + 75);
   SHOW (NOON + 13 * 60);
   ADA.TEXT_IO.PUT_LINE (NATURAL'IMAGE (DURATION_OF ((22, 30), (6, 15))));
   ADA.TEXT_IO.PUT_LINE
     (BOOLEAN'IMAGE (OVERLAP ((8, 0), (10, 0), (9, 30), (11, 0))));
end TIME_OF_DAY;
