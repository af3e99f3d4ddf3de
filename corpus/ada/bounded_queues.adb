--! generate -c statement -c branch
package body Bounded_Queues is

   function Empty_Queue return Queue is
   begin
      return (Items => (others => 0), Count => 0);
   end Empty_Queue;

   procedure Enqueue (Q : in out Queue; Item : Integer) is
   begin
      if Is_Full (Q) then
         raise Queue_Full with "no room for" & Integer'Image (Item);
      end if;
      Q.Count := Q.Count + 1;
      Q.Items (Q.Count) := Item;
   end Enqueue;

   procedure Dequeue (Q : in out Queue; Item : out Integer) is
   begin
      if Is_Empty (Q) then
         raise Queue_Empty;
      end if;
      Item := Q.Items (1);
      Q.Items (1 .. Q.Count - 1) := Q.Items (2 .. Q.Count);
      Q.Count := Q.Count - 1;
   end Dequeue;

   function Front (Q : Queue) return Integer is
   begin
      return Q.Items (1);
   end Front;

   procedure Append (Target : in out Queue; Source : Queue) is
   begin
      for Item of Source.Items (1 .. Source.Count) loop
         Enqueue (Target, Item);
      end loop;
   exception
      when Queue_Full =>
         null;
   end Append;

end Bounded_Queues;
