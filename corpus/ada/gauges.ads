package Gauges is

   procedure Raise_To (Level : in out Integer; By : Natural);

end Gauges;
