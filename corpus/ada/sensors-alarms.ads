package Sensors.Alarms is
   type Alarm is (None, Warning, Fire);
   function Judge (R : Reading) return Alarm;
   function Worst (S : Series) return Alarm;
   procedure Count (S : Series; Warnings, Fires : out Natural);
end Sensors.Alarms;
