--! generate -c statement -c branch
package body Traffic_Lights is

   function Next (L : Light) return Light is
     (if L = Light'Last then Light'First else Light'Succ (L));

   function Cycle_Time (P : Plan) return Seconds is
      Sum : Seconds := 0;
   begin
      for S of P loop
         Sum := Sum + S;
      end loop;
      return Sum;
   end Cycle_Time;

   procedure Tick (C : in out Crossing; P : Plan := Default_Plan) is
   begin
      if C.Night then
         C.Phase := Amber;
      elsif C.Remaining > 1 then
         C.Remaining := C.Remaining - 1;
      else
         C.Phase     := Next (C.Phase);
         C.Remaining := P (C.Phase);
      end if;
   end Tick;

   procedure Request (C : in out Crossing) is
   begin
      case C.Phase is
         when Green =>
            if C.Remaining > 5 then
               C.Remaining := 5;
            end if;
         when Amber | Red | Red_Amber =>
            null;
      end case;
   end Request;

   procedure Set_Night (C : in out Crossing; On : Boolean := True) is
   begin
      if On = C.Night then
         return;
      end if;
      C.Night := On;
      if On then
         C.Phase     := Amber;
         C.Remaining := 0;
      else
         C := (Phase => Red, Remaining => Default_Plan (Red), Night => False);
      end if;
   end Set_Night;

   function Phase_After (P : Plan; Time : Natural) return Light is
      Rest : Natural := Time mod Natural (Cycle_Time (P));
   begin
      for L in Light loop
         if Rest < Natural (P (L)) then
            return L;
         end if;
         Rest := Rest - Natural (P (L));
      end loop;
      raise Program_Error;
   end Phase_After;

end Traffic_Lights;
