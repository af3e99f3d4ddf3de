--  Linked lists of integers.
package Lists is

   type Cell;
   type List is access Cell;

   type Cell is record
      Value : Integer := 0;
      Next  : List;
   end record;

   function Cons (Value : Integer; Next : List) return List is (new Cell'(Value, Next));
   function Length (L : List) return Natural;
   function Sum (L : access constant Cell) return Integer;
   procedure Append (L : in out List; Value : Integer);
   procedure Remove (L : in out List; Value : Integer);
   procedure Turn (L : in out List);

end Lists;
