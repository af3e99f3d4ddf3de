package Bounds_Kept is
   type Vec is array (Positive range <>) of Integer;
   type Vec_Access is access Vec;
   subtype Index is Integer range 1 .. 5;
   type Flags is array (Index range <>) of Boolean;

   --  The bounds of a new array are those that its constraint had then.
   function New_Last (N : Positive) return Integer;
   function New_In_Loop (N : Positive) return Integer;
   procedure New_Of_Parameter (N : in out Integer; Length : out Integer);

   --  A range of a loop, a slice or an aggregate must lie within the subtype that it restricts.
   function Loop_Range (N : Integer) return Integer;
   function Loop_From_Four (Late : Boolean) return Integer;
   function Slice_Range (V : Vec; N : Index) return Integer;
   function Quantified_Range (N : Integer) return Boolean;

   --  Arrays without elements keep the bounds that they have.
   function Slice_Last (S : String; A, B : Integer) return Integer;
   function Null_Text return String;
   function Part (S : String; A, B : Integer) return String;
   function Part_Last (A, B : Positive) return Integer;
   function Joined_Last (A, B : Natural) return Integer;
   function Not_Last (N : Integer) return Integer;
   function Passed_Last (A, B : Positive) return Integer;
end Bounds_Kept;
