package body Traffic is

   procedure Advance (State : in out Light; On : Event) is
   begin
      State := Table (State, On);
   end Advance;

   function Cycle (Start : Light) return Seconds is
      Total : Seconds := 0;
      Now   : Light := Start;
   begin
      if Start = Off then
         return 0;
      end if;
      loop
         Total := Total + Wait (Now);
         Advance (Now, Tick);
         exit when Now = Start;
      end loop;
      return Total;
   end Cycle;

end Traffic;
