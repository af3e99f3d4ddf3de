--! generate -c statement -c branch
package body Linked_Lists is

   procedure Prepend (L : in out List; Value : Integer) is
   begin
      L := new Node'(Value, L);
   end Prepend;

   procedure Append (L : in out List; Value : Integer) is
   begin
      if L = null then
         L := new Node'(Value => Value, Next => null);
      else
         Append (L.Next, Value);
      end if;
   end Append;

   procedure Insert_Sorted (L : in out List; Value : Integer) is
      P : List;
   begin
      if L = null or else L.Value >= Value then
         Prepend (L, Value);
      else
         P := L;
         while P.Next /= null and then P.Next.Value < Value loop
            P := P.Next;
         end loop;
         P.Next := new Node'(Value, P.Next);
      end if;
   end Insert_Sorted;

   procedure Delete (L : in out List; Value : Integer) is
      P : List := L;
   begin
      if P.Value = Value then
         L := P.Next;
         return;
      end if;
      while P.Next /= null loop
         if P.Next.Value = Value then
            P.Next := P.Next.Next;
            return;
         end if;
         P := P.Next;
      end loop;
   end Delete;

   procedure Reverse_List (L : in out List) is
      Result : List := null;
      Rest   : List := L;
      Ahead  : List;
   begin
      while Rest /= null loop
         Ahead := Rest.Next;
         Rest.Next := Result;
         Result := Rest;
         Rest := Ahead;
      end loop;
      L := Result;
   end Reverse_List;

   function Length (L : List) return Natural is
     (if L = null then 0 else 1 + Length (L.Next));

   function Find (L : List; Value : Integer) return List is
      P : List := L;
   begin
      while P /= null and then P.Value /= Value loop
         P := P.Next;
      end loop;
      return P;
   end Find;

   function Sum (L : List) return Integer is
     (if L = null then 0 else L.Value + Sum (L.Next));

   function Nth (L : List; N : Positive) return Integer is
      P : List := L;
   begin
      for I in 2 .. N loop
         P := P.Next;
      end loop;
      return P.Value;
   end Nth;

   function Last (L : List) return Integer is
     (if L.Next = null then L.Value else Last (L.Next));

   function Is_Sorted (L : List) return Boolean is
     (L = null or else L.Next = null
      or else (L.Value <= L.Next.Value and then Is_Sorted (L.Next)));

end Linked_Lists;
