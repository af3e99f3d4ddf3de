--! generate -c statement -c branch
with Settings;

package body Gauges is

   Calls : Natural := 0;

   procedure Raise_To (Level : in out Integer; By : Natural) is
   begin
      Calls := Calls + 1;
      if Level > Settings.Limit - By then
         Level := Settings.Limit;
         Settings.Verbose := True;
      else
         Level := Level + By;
      end if;
   end Raise_To;

end Gauges;
