package body Stacks is

   procedure Push (S : in out Stack; X : in Integer) is
   begin
      if S.Used = Capacity then
         raise Overflow with "no room for" & Integer'Image (X);
      end if;
      S.Used := S.Used + 1;
      S.Store (S.Used) := X;
   end Push;

   procedure Pop (S : in out Stack; X : out Integer) is
   begin
      if S.Used = 0 then
         raise Underflow;
      end if;
      X := S.Store (S.Used);
      S.Used := S.Used - 1;
   end Pop;

   function Top (S : Stack) return Integer is
   begin
      return (if S.Used = 0 then raise Underflow with "empty" else S.Store (S.Used));
   end Top;

   procedure Reset (S : out Stack) is
   begin
      S := Empty_Stack;
   end Reset;

end Stacks;
