--  A stack of bounded size behind a private type.
package Stacks is

   Capacity : constant := 16;

   Overflow, Underflow : exception;

   type Stack is private;

   Empty_Stack : constant Stack;

   function Size (S : Stack) return Natural;
   function Is_Empty (S : Stack) return Boolean is (Size (S) = 0);
   function Is_Full (S : Stack) return Boolean is (Size (S) = Capacity);

   procedure Push (S : in out Stack; X : in Integer)
     with Pre  => not Is_Full (S),
          Post => Size (S) = Size (S'Old) + 1 and then Top (S) = X;

   procedure Pop (S : in out Stack; X : out Integer)
     with Pre => not Is_Empty (S);

   function Top (S : Stack) return Integer
     with Pre => Size (S) > 0;

   procedure Reset (S : out Stack) with Inline;

private

   type Cells is array (1 .. Capacity) of Integer;

   type Stack is record
      Used  : Natural range 0 .. Capacity := 0;
      Store : Cells := (others => 0);
   end record
     with Type_Invariant => Stack.Used <= Capacity;

   Empty_Stack : constant Stack := (Used => 0, Store => (others => <>));

   function Size (S : Stack) return Natural is (S.Used);

end Stacks;
