--  Small operations on strings.
package Texts is
   function Reversed (S : String) return String;
   function Is_Palindrome (S : String) return Boolean;
   function Count_Words (S : String) return Natural;
   function Upper (C : Character) return Character;
   function Upper (S : String) return String;
   function Trimmed (S : String; Blank : Character := ' ') return String;
   function Quoted (S : String) return String is ("""" & S & """");
end Texts;
