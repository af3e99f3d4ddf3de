package Stacks is

   Capacity : constant := 3;

   Stack_Error : exception;

   type Stack is private;

   procedure Push (S : in out Stack; Item : Integer);
   procedure Pop (S : in out Stack; Item : out Integer);
   function Is_Empty (S : Stack) return Boolean;

private

   type Items is array (1 .. Capacity) of Integer;

   type Stack is record
      Top  : Natural range 0 .. Capacity := 0;
      Data : Items := (others => 0);
   end record;

end Stacks;
