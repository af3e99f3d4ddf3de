package Search_Trees is

   type Tree_Node;
   type Tree is access Tree_Node;
   type Tree_Node is record
      Key         : Integer;
      Left, Right : Tree;
   end record;

   type Key_List is array (Positive range <>) of Integer;

   procedure Insert (T : in out Tree; Key : Integer; Is_New : out Boolean)
     with Post => Contains (T, Key);
   procedure Remove_Min (T : in out Tree; Key : out Integer)
     with Pre => T /= null;
   procedure Remove (T : in out Tree; Key : Integer);

   function Contains (T : Tree; Key : Integer) return Boolean;
   function Height (T : Tree) return Natural;
   function Sum (T : Tree) return Integer;
   function Minimum (T : Tree) return Integer;
   function Leaves (T : Tree) return Natural;
   function Is_Search_Tree (T : Tree) return Boolean;
   function Keys (T : Tree) return Key_List;

end Search_Trees;
