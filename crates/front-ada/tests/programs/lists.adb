with Ada.Unchecked_Deallocation;

package body Lists is

   procedure Free is new Ada.Unchecked_Deallocation (Cell, List);

   function Length (L : List) return Natural is
      Count : Natural := 0;
      Here  : List := L;
   begin
      while Here /= null loop
         Count := Count + 1;
         Here := Here.Next;
      end loop;
      return Count;
   end Length;

   function Sum (L : access constant Cell) return Integer is
   begin
      if L = null then
         return 0;
      end if;
      return L.all.Value + Sum (L.Next);
   end Sum;

   procedure Append (L : in out List; Value : Integer) is
   begin
      if L = null then
         L := new Cell;
         L.Value := Value;
      else
         Append (L.Next, Value);
      end if;
   end Append;

   procedure Remove (L : in out List; Value : Integer) is
      Dead : List;
   begin
      if L = null then
         return;
      elsif L.Value = Value then
         Dead := L;
         L := L.Next;
         Free (Dead);
         Remove (L, Value);
      else
         Remove (L.Next, Value);
      end if;
   end Remove;

   procedure Turn (L : in out List) is
      Done : List := null;
      Rest : List;
   begin
      --: assume (L /= null)
      while L /= null loop
         Rest := L.Next;
         L.all := (L.all with delta Next => Done);
         Done := L;
         L := Rest;
      end loop;
      L := Done;
   end Turn;

end Lists;
