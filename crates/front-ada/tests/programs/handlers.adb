--  What happens when something goes wrong.
with Ada.Exceptions;
with Ada.Text_IO;

procedure Handlers is
   Too_Low, Too_High : exception;
   Out_Of_Range : exception renames Too_High;

   procedure Check (X : Integer) is
   begin
      if X < 0 then
         raise Too_Low;
      elsif X > 100 then
         raise Out_Of_Range with "it is" & Integer'Image (X);
      end if;
   end Check;

   function Safe (X, Y : Integer) return Integer is
   begin
      return X / Y;
   exception
      when Constraint_Error =>
         return Integer'Last;
   end Safe;

   procedure Again (Times : Positive) is
   begin
      for I in 1 .. Times loop
         begin
            Check (I * 60);
         exception
            when Too_Low | Too_High =>
               raise Program_Error;
            when E : others =>
               Ada.Text_IO.Put_Line (Ada.Exceptions.Exception_Message (E));
               raise;
         end;
      end loop;
   end Again;
begin
   Check (Safe (1, 0));
   Again (Times => 2);
exception
   when Program_Error =>
      null;
   when Too_High =>
      Ada.Text_IO.Put ("high");
end Handlers;
