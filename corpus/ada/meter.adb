--! generate -c statement -c branch
--! generate -e Next
with Ada.Text_IO;
with Ada.Integer_Text_IO;

procedure Meter (Sum : out Integer) is
   N    : Integer;
   Last : Integer := 0;

   procedure Next (Value : out Natural) is
      Read : Integer;
   begin
      Ada.Integer_Text_IO.Get (Read);
      if Read < Last then
         Value := 0;
      else
         Value := Read - Last;
         Last := Read;
      end if;
   end Next;

   Step : Natural;
begin
   Sum := 0;
   Ada.Integer_Text_IO.Get (N);
   if N > 3 then
      N := 3;
   end if;
   for I in 1 .. N loop
      Next (Step);
      exit when Step > 100;
      Sum := Sum + Step;
   end loop;
   if N = 0 then
      Ada.Text_IO.Put_Line ("nothing");
   end if;
end Meter;
