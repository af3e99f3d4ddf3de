package body Trees is

   function Contains (T : Tree; Key : Integer) return Boolean is
     (T /= null
      and then (T.Key = Key or else Contains ((if Key < T.Key then T.Left else T.Right), Key)));

   function Height (T : Tree) return Natural is
   begin
      if T = null then
         return 0;
      end if;
      declare
         L : constant Natural := Height (T.Left);
         R : constant Natural := Height (T.Right);
      begin
         return 1 + Natural'Max (L, R);
      end;
   end Height;

   function Is_Search_Tree (T : Tree; Low, High : Integer) return Boolean is
   begin
      return T = null
        or else (Low <= T.Key and then T.Key <= High
                 and then Is_Search_Tree (T.Left, Low, T.Key - 1)
                 and then Is_Search_Tree (T.Right, T.Key + 1, High));
   end Is_Search_Tree;

   procedure Insert (T : in out Tree; Key : Integer) is
   begin
      if T = null then
         T := new Node'(Key => Key, Left | Right => null);
      elsif Key < T.Key then
         Insert (T.Left, Key);
      elsif Key > T.Key then
         Insert (T.Right, Key);
      end if;
   end Insert;

   function Least (T : not null Tree) return Integer is
      Here : Tree := T;
   begin
      while Here.Left /= null loop
         Here := Here.Left;
      end loop;
      return Here.Key;
   end Least;

end Trees;
