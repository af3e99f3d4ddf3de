--  Conversion of text to numbers and back, without Integer'Value

package Number_Parser is

   Format_Error : exception;

   subtype Number_Base is Integer range 2 .. 16;

   function Parse_Integer (S : String) return Integer;
   --  An optional sign and at least one digit, nothing else

   function Parse_Or_Default (S : String; Default : Integer := 0)
     return Integer;

   procedure Parse_Natural
     (S     : in String;
      Base  : in Number_Base := 10;
      Value : out Natural;
      Valid : out Boolean);

   function Image (N : Natural; Base : Number_Base := 10) return String;

end Number_Parser;
