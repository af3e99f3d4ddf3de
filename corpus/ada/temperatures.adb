--! generate -c statement -c branch
with Ada.Text_IO;

package body Temperatures is

   procedure Min_Max (R : Readings; Low, High : out Celsius) is
   begin
      Low  := R (R'First);
      High := R (R'First);
      for T of R loop
         if T < Low then
            Low := T;
         elsif T > High then
            High := T;
         end if;
      end loop;
   end Min_Max;

   function Average (R : Readings) return Celsius is
      Sum : Integer := 0;
   begin
      for T of R loop
         Sum := Sum + T;
      end loop;
      return Sum / R'Length;
   end Average;

   function Longest_Rise (R : Readings) return Natural is
      Best, Run : Natural := 0;
   begin
      for I in R'Range loop
         if I > R'First and then R (I) > R (I - 1) then
            Run := Run + 1;
         else
            Run := 1;
         end if;
         Best := Natural'Max (Best, Run);
      end loop;
      return Best;
   end Longest_Rise;

   function Warmest (W : Week) return Weekday is
      Best : Weekday := Monday;
   begin
      for D in Tuesday .. Sunday loop
         if W (D) > W (Best) then
            Best := D;
         end if;
      end loop;
      return Best;
   end Warmest;

   --  Three days in a row at or above the limit
   function Has_Heat_Wave (W : Week; Limit : Celsius := 30) return Boolean is
     (for some D in Weekday =>
        W (D) >= Limit
        and then W (Weekday'Succ (D)) >= Limit
        and then W (Weekday'Succ (Weekday'Succ (D))) >= Limit);

   function Working_Average (W : Week) return Celsius is
      Sum : Integer := 0;
   begin
      for D in Working_Day loop
         Sum := Sum + W (D);
      end loop;
      return Sum / (Working_Day'Pos (Working_Day'Last) + 1);
   end Working_Average;

   procedure Smooth (R : in out Readings) is
      Old : constant Readings := R;
   begin
      for I in R'First + 1 .. R'Last - 1 loop
         R (I) := (Old (I - 1) + Old (I) + Old (I + 1)) / 3;
      end loop;
   end Smooth;

   procedure Report (W : Week) is
      use Ada.Text_IO;
   begin
      for D in Weekday loop
         Put_Line (Weekday'Image (D) & Celsius'Image (W (D)));
      end loop;
   end Report;

end Temperatures;
