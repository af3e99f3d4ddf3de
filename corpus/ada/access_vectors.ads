--  Vectors behind pointers: their bounds are those that their index type allows.
package Access_Vectors is
   type Vec is array (Positive range <>) of Integer;
   type Vec_Access is access Vec;
   type Node;
   type Link is access Node;
   type Node is record
      Data : Vec_Access;
      Next : Link;
   end record;
   type Triple is array (2 .. 4) of Boolean;
   type Triple_Access is access Triple;

   --  No index is below 1, but a vector without elements may start anywhere.
   function First_Of (X : Vec_Access) return Integer;

   --  The sum of all elements of a list of vectors.
   function Total (L : Link) return Integer;

   --  A triple has its three elements, wherever it comes from.
   function Count (T : Triple_Access) return Natural;
end Access_Vectors;
