package body Queues is

   function Length (Q : in Queue) return Natural is
   begin
      return Q.Count;
   end Length;

   function Is_Empty (Q : Queue) return Boolean is (Q.Count = 0);

   function Is_Full (Q : Queue) return Boolean is
     (Q.Count = Natural (Index'Last) + 1);

   procedure Put (Q : in out Queue; Item : Character; Done : out Boolean) is
   begin
      Done := not Is_Full (Q);
      if Done then
         Q.Data (Q.Next) := Item;
         Q.Next := Q.Next + 1;
         Q.Count := Q.Count + 1;
      end if;
   end Put;

   procedure Get (Q : in out Queue; Item : out Character; Done : out Boolean) is
   begin
      Done := not Is_Empty (Q);
      if not Done then
         Item := Character'Val (0);
         return;
      end if;
      Item := Q.Data (Q.First);
      Q.First := Index'Succ (Q.First);
      Q.Count := Q.Count - 1;
   end Get;

end Queues;
