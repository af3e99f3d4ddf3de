package body Stacks is

   procedure Push (S : in out Stack; Item : Integer) is
   begin
      if S.Top = Capacity then
         raise Stack_Error;
      end if;
      S.Top := S.Top + 1;
      S.Data (S.Top) := Item;
   end Push;

   procedure Pop (S : in out Stack; Item : out Integer) is
   begin
      Item := S.Data (S.Top);
      S.Top := S.Top - 1;
   end Pop;

   function Is_Empty (S : Stack) return Boolean is
   begin
      return S.Top = 0;
   end Is_Empty;

end Stacks;
