package Temperatures is

   subtype Celsius is Integer range -90 .. 60;
   subtype Fahrenheit is Integer range -130 .. 140;

   type Weekday is (Monday, Tuesday, Wednesday, Thursday, Friday,
                    Saturday, Sunday);
   subtype Working_Day is Weekday range Monday .. Friday;

   type Readings is array (Positive range <>) of Celsius;
   type Week is array (Weekday) of Celsius;

   type Feeling is (Freezing, Cold, Mild, Warm, Hot);

   function Classify (T : Celsius) return Feeling is
     (case T is
         when Celsius'First .. 0 => Freezing,
         when 1 .. 12            => Cold,
         when 13 .. 20           => Mild,
         when 21 .. 29           => Warm,
         when others             => Hot);

   function To_Fahrenheit (T : Celsius) return Fahrenheit is (T * 9 / 5 + 32);

   procedure Min_Max (R : Readings; Low, High : out Celsius)
     with Post => Low <= High;
   function Average (R : Readings) return Celsius;
   function Longest_Rise (R : Readings) return Natural;
   function Warmest (W : Week) return Weekday;
   function Has_Heat_Wave (W : Week; Limit : Celsius := 30) return Boolean;
   function Working_Average (W : Week) return Celsius;
   procedure Smooth (R : in out Readings);
   procedure Report (W : Week);

end Temperatures;
