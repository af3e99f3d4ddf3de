package Word_Tools is

   function Is_Blank (C : Character) return Boolean is
     (C = ' ' or else C = Character'Val (9));

   function Count_Words (Line : String) return Natural;

   function Longest_Word (Line : String) return String;

   function Nth_Word (Line : String; N : Positive) return String;
   --  Raises No_Such_Word if Line has fewer than N words

   procedure Capitalize (Line : in out String);

   function Is_Acronym (Short, Line : String) return Boolean;

   No_Such_Word : exception;

end Word_Tools;
