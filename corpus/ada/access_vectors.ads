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

   type Text_Access is access String;
   type Row is array (Integer range <>) of Integer;
   type Row_Access is access Row;

   --  No index is below 1, but a vector without elements may start anywhere.
   function First_Of (X : Vec_Access) return Integer;

   --  The sum of all elements of a list of vectors.
   function Total (L : Link) return Integer;

   --  A triple has its three elements, wherever it comes from.
   function Count (T : Triple_Access) return Natural;

   --  Does a text start with a character? There always is one.
   function Starts (S : not null Text_Access; C : Character) return Boolean;

   --  A row may start below 1, and is never the vector.
   function Both (X : Vec_Access; Y : Row_Access) return Integer;
end Access_Vectors;
