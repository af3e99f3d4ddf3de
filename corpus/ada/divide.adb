--! generate -c statement -c branch
procedure Divide (A, B : Integer; Q : out Integer; Ok : out Boolean) is
   Too_Big : exception;

   procedure Check (X : Integer) is
   begin
      if X > 100 then
         raise Too_Big;
      end if;
   end Check;
begin
   Ok := True;
   begin
      Q := A / B;
      Check (Q);
   exception
      when Constraint_Error =>
         Q := 0;
         Ok := False;
   end;
   if Q = 7 then
      Q := Q * 1000;
   end if;
exception
   when Too_Big =>
      Q := 100;
end Divide;
