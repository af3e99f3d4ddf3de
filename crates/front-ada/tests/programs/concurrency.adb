--  Tasks and protected objects, which are not supported.
procedure Concurrency is

   task Worker is
      entry Start (N : Integer);
   end Worker;

   task type Pool (Size : Positive);

   protected Counter is
      procedure Increment;
      function Value return Natural;
   private
      Count : Natural := 0;
   end Counter;

   protected body Counter is
      procedure Increment is
      begin
         Count := Count + 1;
      end Increment;
      function Value return Natural is (Count);
   end Counter;

   task body Worker is
      Work : Integer;
   begin
      --: assert (Work = 0)
      accept Start (N : Integer) do
         Work := N;
      end Start;
      for I in 1 .. Work loop
         Counter.Increment;
      end loop;
   end Worker;

   task body Pool is
   begin
      null;
   end Pool;

   Seen : Natural := 0;
begin
   Worker.Start (3);
   delay 0.1;
   select
      Worker.Start (4);
   or
      delay 1.0;
   end select;
   Seen := Counter.Value;
   abort Worker;
end Concurrency;
