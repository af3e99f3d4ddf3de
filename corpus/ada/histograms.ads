package Histograms is

   --  Counting of letters and of marks

   subtype Letter is Character range 'a' .. 'z';
   type Letter_Count is array (Letter) of Natural;

   type Mark is (A, B, C, D, F);
   type Mark_Count is array (Mark range <>) of Natural;
   type Mark_List  is array (Positive range <>) of Mark;

   function Frequencies (Text : String) return Letter_Count;
   function Most_Frequent (Text : String) return Letter;
   function Is_Pangram (Text : String) return Boolean;
   function Are_Anagrams (Left, Right : String) return Boolean;

   function Histogram (Marks : Mark_List) return Mark_Count;
   function Peak (H : Mark_Count) return Mark;
   function Total (H : Mark_Count) return Natural;
   function Bar (Height : Natural; Symbol : Character := '*') return String is
     ((1 .. Height => Symbol));
   function Percentage (H : Mark_Count; M : Mark) return Natural;

end Histograms;
