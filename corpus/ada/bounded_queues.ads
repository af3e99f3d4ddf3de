package Bounded_Queues is

   Max_Size : constant := 5;

   type Queue is private;

   Queue_Full, Queue_Empty : exception;

   function Empty_Queue return Queue;

   function Size (Q : Queue) return Natural;
   function Is_Empty (Q : Queue) return Boolean;
   function Is_Full (Q : Queue) return Boolean;

   procedure Enqueue (Q : in out Queue; Item : Integer)
     with Post => Size (Q) = Size (Q'Old) + 1;

   procedure Dequeue (Q : in out Queue; Item : out Integer)
     with Post => Size (Q) = Size (Q'Old) - 1;

   function Front (Q : Queue) return Integer
     with Pre => not Is_Empty (Q);

   procedure Append (Target : in out Queue; Source : Queue);
   --  Copies all items of Source to the end of Target. When Target becomes
   --  full, the items that do not fit are dropped.

private

   type Item_Array is array (1 .. Max_Size) of Integer;

   type Queue is record
      Items : Item_Array := (others => 0);
      Count : Natural := 0;
   end record;

   function Size (Q : Queue) return Natural is (Q.Count);
   function Is_Empty (Q : Queue) return Boolean is (Q.Count = 0);
   function Is_Full (Q : Queue) return Boolean is (Q.Count = Max_Size);

end Bounded_Queues;
