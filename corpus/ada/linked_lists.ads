package Linked_Lists is

   type Node;
   type List is access Node;
   type Node is record
      Value : Integer;
      Next  : List;
   end record;

   procedure Prepend (L : in out List; Value : Integer);
   procedure Append (L : in out List; Value : Integer);
   procedure Insert_Sorted (L : in out List; Value : Integer);
   procedure Delete (L : in out List; Value : Integer);
   procedure Reverse_List (L : in out List);

   function Length (L : List) return Natural;
   function Find (L : List; Value : Integer) return List;
   function Sum (L : List) return Integer;
   function Nth (L : List; N : Positive) return Integer;
   function Last (L : List) return Integer;
   function Is_Sorted (L : List) return Boolean;

end Linked_Lists;
