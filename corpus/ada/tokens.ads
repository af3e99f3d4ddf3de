package Tokens is

   type Token_Kind is (Identifier, Number, Operator, Left_Paren, Right_Paren,
                       Assign, Semicolon, Unknown, End_Of_Text);

   type Token is record
      Kind  : Token_Kind := End_Of_Text;
      First : Positive   := 1;
      Last  : Natural    := 0;
   end record;

   procedure Next (Text : String; Pos : in out Positive; T : out Token);

   function Count (Text : String; Kind : Token_Kind) return Natural;

   type Tally is array (Token_Kind) of Natural;
   function Count_All (Text : String) return Tally;

   function Is_Assignment (Text : String) return Boolean;
   --  identifier := something ;

   function Is_Keyword (Word : String) return Boolean is
     (Word = "if" or else Word = "then" or else Word = "end");

end Tokens;
