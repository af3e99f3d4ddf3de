package Text_Search is

   --  Plain search for patterns in strings. A result of zero
   --  stands for "not found".

   function Index (Source, Pattern : String) return Natural;

   function Index (Source : String; Char : Character) return Natural;

   function Last_Index (Source : String; Char : Character) return Natural;

   function Count (Source, Pattern : String) return Natural
     with Pre => Pattern /= "";

   function Starts_With (Source, Prefix : String) return Boolean;
   function Ends_With   (Source, Suffix : String) return Boolean;

   function Matches (Text, Mask : String) return Boolean;
   --  A '?' in the mask stands for any character, a '*' for any sequence

end Text_Search;
