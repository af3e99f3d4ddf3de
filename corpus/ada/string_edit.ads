package String_Edit is

   type Side is (Left, Right, Both);

   function To_Upper (S : String) return String;
   function Trim (S : String; From : Side := Both) return String;
   function Replace (S : String; Old_Char, New_Char : Character) return String;
   function Replace (S, Old_Text, New_Text : String) return String;
   --  Texts that end at Positive'Last are joined wrongly by GNAT 12.
   function "*" (Count : Natural; S : String) return String
     with Pre => S'First = 1;
   function Pad (S : String; Width : Natural; Fill : Character := ' ')
                 return String
     with Post => Pad'Result'Length = Width;
   function Reversed (S : String) return String;

   type Order is (Less, Equal, Greater);
   function Compare (A, B : String) return Order;
   --  Compares without regard to case

end String_Edit;
