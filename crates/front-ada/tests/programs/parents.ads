--  A package with a nested package and a child.
package Parents is
   pragma Pure;
   type Id is new Positive;
   package Names is
      subtype Short is String (1 .. 4);
      Nobody : constant Short := "????";
   end Names;
   use Names;
   function Known (I : Id) return Boolean is (I < 100);
   Default : constant Short := Nobody;
end Parents;
