--! generate -c statement -c branch
package body Sensors.Alarms is

   function Judge (R : Reading) return Alarm is
   begin
      case R is
         when -50 .. -1 | 61 .. 80 => return Warning;
         when 81 .. 150            => return Fire;
         when others               => return None;
      end case;
   end Judge;

   function Worst (S : Series) return Alarm is
      Result : Alarm := None;
   begin
      for R of S loop
         if Judge (R) > Result then
            Result := Judge (R);
         end if;
         exit when Result = Fire;
      end loop;
      return Result;
   end Worst;

   procedure Count (S : Series; Warnings, Fires : out Natural) is
   begin
      Warnings := 0;
      Fires := 0;
      for I in S'Range loop
         if S (I) > Threshold or else Judge (S (I)) = Fire then
            Fires := Fires + 1;
         elsif Judge (S (I)) = Warning then
            Warnings := Warnings + 1;
         end if;
      end loop;
   end Count;

end Sensors.Alarms;
