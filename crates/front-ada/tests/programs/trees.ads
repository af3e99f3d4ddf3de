--  Search trees: keys to the left are smaller, keys to the right are larger.
package Trees is
   type Node;
   type Tree is access all Node;
   type Node is record
      Key         : Integer;
      Left, Right : Tree := null;
   end record;

   function Contains (T : Tree; Key : Integer) return Boolean;
   function Height (T : Tree) return Natural;
   function Is_Search_Tree (T : Tree; Low, High : Integer) return Boolean;
   procedure Insert (T : in out Tree; Key : Integer)
     with Post => Contains (T, Key);
   function Least (T : not null Tree) return Integer;
end Trees;
