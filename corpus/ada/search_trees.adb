--! generate -c statement -c branch
package body Search_Trees is

   procedure Insert (T : in out Tree; Key : Integer; Is_New : out Boolean) is
   begin
      if T = null then
         T := new Tree_Node'(Key, null, null);
         Is_New := True;
      elsif Key < T.Key then
         Insert (T.Left, Key, Is_New);
      elsif Key > T.Key then
         Insert (T.Right, Key, Is_New);
      else
         Is_New := False;
      end if;
   end Insert;

   procedure Remove_Min (T : in out Tree; Key : out Integer) is
   begin
      if T.Left = null then
         Key := T.Key;
         T := T.Right;
      else
         Remove_Min (T.Left, Key);
      end if;
   end Remove_Min;

   procedure Remove (T : in out Tree; Key : Integer) is
   begin
      if T = null then
         return;
      elsif Key < T.Key then
         Remove (T.Left, Key);
      elsif Key > T.Key then
         Remove (T.Right, Key);
      elsif T.Left = null then
         T := T.Right;
      elsif T.Right = null then
         T := T.Left;
      else
         Remove_Min (T.Right, T.Key);
      end if;
   end Remove;

   function Contains (T : Tree; Key : Integer) return Boolean is
      Cur : Tree := T;
   begin
      while Cur /= null loop
         exit when Cur.Key = Key;
         Cur := (if Key < Cur.Key then Cur.Left else Cur.Right);
      end loop;
      return Cur /= null;
   end Contains;

   function Height (T : Tree) return Natural is
     (if T = null then 0
      else 1 + Natural'Max (Height (T.Left), Height (T.Right)));

   function Sum (T : Tree) return Integer is
   begin
      if T = null then
         return 0;
      else
         return Sum (T.Left) + T.Key + Sum (T.Right);
      end if;
   end Sum;

   function Minimum (T : Tree) return Integer is
      Cur : Tree := T;
   begin
      while Cur.Left /= null loop
         Cur := Cur.Left;
      end loop;
      return Cur.Key;
   end Minimum;

   function Leaves (T : Tree) return Natural is
     (if T = null then 0
      elsif T.Left = null and T.Right = null then 1
      else Leaves (T.Left) + Leaves (T.Right));

   function Is_Search_Tree (T : Tree) return Boolean is
   begin
      return T = null
        or else (Is_Search_Tree (T.Left) and then Is_Search_Tree (T.Right)
                 and then (T.Left = null or else T.Left.Key < T.Key)
                 and then (T.Right = null or else T.Right.Key > T.Key));
   end Is_Search_Tree;

   function Keys (T : Tree) return Key_List is
     (if T = null then (1 .. 0 => 0)
      else Keys (T.Left) & T.Key & Keys (T.Right));

end Search_Trees;
