package Run_Length is

   --  "aaabcc" is encoded as "3a1b2c". Runs longer than nine are split.

   Bad_Code : exception;

   function Encode (Text : String) return String
     with Post => Encode'Result'Length mod 2 = 0;

   function Decode (Code : String) return String;

   function Decoded_Length (Code : String) return Natural;

   procedure Longest_Run
     (Text   : in  String;
      Char   : out Character;
      Length : out Natural);

   function Round_Trip_Ok (Text : String) return Boolean is
     (Decode (Encode (Text)) = Text);

end Run_Length;
