package Small_Sets is

   subtype Member is Integer range 0 .. 15;
   type Set is array (Member) of Boolean;
   type Member_List is array (Positive range <>) of Member;

   Empty     : constant Set := (others => False);
   Universe  : constant Set := (others => True);

   function "+" (Left, Right : Set) return Set is (Left or Right);
   function "*" (Left, Right : Set) return Set is (Left and Right);
   function "-" (Left, Right : Set) return Set is (Left and not Right);
   function "<=" (Left, Right : Set) return Boolean is (Left * Right = Left);

   function "+" (Left : Set; Right : Member) return Set
     with Post => "+"'Result (Right);

   function To_Set (List : Member_List) return Set
     with Post => (for all M of List => To_Set'Result (M));

   function To_List (S : Set) return Member_List
     with Post => To_List'Result'Length = Size (S);

   function Size (S : Set) return Natural;
   function Smallest (S : Set) return Member;
   function Disjoint (A, B : Set) return Boolean is
     (for all M in Member => not (A (M) and B (M)));
   procedure Toggle (S : in out Set; M : Member; Present : out Boolean);
   procedure Shift (S : in out Set; By : Integer);

end Small_Sets;
