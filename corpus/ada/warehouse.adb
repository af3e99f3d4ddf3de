--! generate -c statement -c branch
--! generate -c path --loops 2 -e Carry_Out
package body Warehouse is

   package Limits is
      function Fits (Now, More : Natural) return Boolean;
   end Limits;

   package body Limits is
      function Fits (Now, More : Natural) return Boolean is
      begin
         return More <= Capacity and then Now <= Capacity - More;
      end Fits;
   end Limits;

   package body Shelves is

      procedure Put (C : in out Contents; Where : Shelf_Number; Amount : Positive) is
      begin
         Visits := Visits + 1;
         if Limits.Fits (C (Where), Amount) then
            C (Where) := C (Where) + Amount;
         end if;
      end Put;

      function State (Amount : Natural) return Level is
      begin
         case Amount is
            when 0       => return Empty;
            when 1 .. 49 => return Low;
            when others  => return Full;
         end case;
      end State;

   end Shelves;

   procedure Carry_Out (C : in out Shelves.Contents; List : Moves.Move_List; Refused : out Natural) is
   begin
      Refused := 0;
      for M of List loop
         if not Is_Valid (M)
           or else C (M.From) < M.Amount
           or else not Limits.Fits (C (M.To), M.Amount)
         then
            Refused := Refused + 1;
         else
            C (M.From) := C (M.From) - M.Amount;
            C (M.To) := C (M.To) + M.Amount;
         end if;
      end loop;
   end Carry_Out;

   use type Shelves.Shelf_Number;

   function Emptiest (C : Shelves.Contents) return Shelves.Shelf_Number is
      Best : Shelves.Shelf_Number := Shelves.Shelf_Number'First;
   begin
      for S in Best + 1 .. C'Last loop
         if C (S) < C (Best) then
            Best := S;
         end if;
      end loop;
      return Best;
   end Emptiest;

end Warehouse;
