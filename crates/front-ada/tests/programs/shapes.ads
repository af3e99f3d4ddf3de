--  Much that is not supported, each thing at its place.
package Shapes is
   type Figure is abstract tagged record
      Name : Character;
   end record;
   function Area (F : Figure) return Float is abstract;

   type Circle is new Figure with record
      Radius : Float := 1.0;
   end record;
   overriding function Area (F : Circle) return Float;

   type Real is digits 6 range -1.0E6 .. 1.0E6;
   type Price is delta 0.01 digits 8;
   type Angle is delta 0.25 range 0.0 .. 360.0;
   type Printable is limited interface;
   type Callback is access procedure (X : Integer);
   type Test is not null access function (X, Y : Integer) return Boolean;
   type Hidden is tagged private;
   type Unknown (<>) is private;

   type Kind is (Dot, Line);
   type Mark (K : Kind := Dot) is record
      Weight : Positive := 1;
      case K is
         when Dot =>
            null;
         when Line =>
            Length : Natural;
      end case;
   end record;
   Stroke : Mark (K => Line);
   Spot   : Mark (Dot);

   type Text (Size : Positive) is record
      Data : String (1 .. Size);
   end record;
   Short : Text (8);

   generic
      type Element is private;
      with function "<" (L, R : Element) return Boolean is <>;
   package Ordered is
      function Least (L, R : Element) return Element;
   end Ordered;

   generic
      type Any is (<>);
   procedure Bump (X : in out Any);

private
   type Hidden is tagged record
      Secret : Integer;
   end record;
   type Unknown is new Integer;
end Shapes;
