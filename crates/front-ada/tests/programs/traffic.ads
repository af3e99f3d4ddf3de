--  Traffic lights as a machine with a table.
package Traffic is
   type Light is (Red, Red_Yellow, Green, Yellow, Off);
   type Event is (Tick, Fault, Repair);
   type Step is array (Light, Event) of Light;

   Table : constant Step :=
     (Red        => (Tick => Red_Yellow, Fault => Off, Repair => Red),
      Red_Yellow => (Green, Off, Red_Yellow),
      Green      => (Yellow, Off, Green),
      Yellow     => (Red, Off, Yellow),
      Off        => (Repair => Red, others => Off));

   type Seconds is new Natural range 0 .. 600;
   type Durations is array (Light) of Seconds;

   Wait : constant Durations := (Red | Green => 30, Off => 0, others => 3);

   procedure Advance (State : in out Light; On : Event);
   function Cycle (Start : Light) return Seconds;
end Traffic;
