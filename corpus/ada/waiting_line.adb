--! generate -c statement -c branch
with Ada.Unchecked_Deallocation;

package body Waiting_Line is

   procedure Free is new Ada.Unchecked_Deallocation (Place, Place_Ptr);

   procedure Arrive (L : in out Line; Who : Customer_Id;
                     Class : Priority := Normal)
   is
      P   : constant Place_Ptr := new Place'(Who, Class, null);
      Cur : Place_Ptr;
   begin
      if L.First = null then
         L := (First => P, Last => P);
      elsif L.First.Class < Class then
         P.Next  := L.First;
         L.First := P;
      else
         Cur := L.First;
         while Cur.Next /= null and then Cur.Next.Class >= Class loop
            Cur := Cur.Next;
         end loop;
         P.Next   := Cur.Next;
         Cur.Next := P;
         if P.Next = null then
            L.Last := P;
         end if;
      end if;
   end Arrive;

   procedure Serve (L : in out Line; Who : out Customer_Id) is
      Old : Place_Ptr := L.First;
   begin
      if Old = null then
         raise No_Customer;
      end if;
      Who     := Old.Who;
      L.First := Old.Next;
      if L.First = null then
         L.Last := null;
      end if;
      Free (Old);
   end Serve;

   procedure Leave (L : in out Line; Who : Customer_Id; Found : out Boolean) is
      Before : Place_Ptr := null;
      Cur    : Place_Ptr := L.First;
   begin
      while Cur /= null and then Cur.Who /= Who loop
         Before := Cur;
         Cur    := Cur.Next;
      end loop;
      Found := Cur /= null;
      if Found then
         if Before = null then
            L.First := Cur.Next;
         else
            Before.Next := Cur.Next;
         end if;
         if L.Last = Cur then
            L.Last := Before;
         end if;
         Free (Cur);
      end if;
   end Leave;

   function Waiting (L : Line; Class : Priority) return Natural is
      N   : Natural := 0;
      Cur : Place_Ptr := L.First;
   begin
      while Cur /= null loop
         N   := N + (if Cur.Class = Class then 1 else 0);
         Cur := Cur.Next;
      end loop;
      return N;
   end Waiting;

   function Waiting (L : Line) return Natural is
     (Waiting (L, Low) + Waiting (L, Normal) + Waiting (L, Urgent));

   function Next_Customer (L : Line) return Customer_Id is (L.First.Who);

end Waiting_Line;
