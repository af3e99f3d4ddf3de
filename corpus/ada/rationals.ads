package Rationals is

   type Rational is record
      Num : Integer;
      Den : Positive;
   end record;

   Zero : constant Rational := (0, 1);

   function "/" (Left, Right : Integer) return Rational;
   function "+" (Left, Right : Rational) return Rational;
   function "-" (Left, Right : Rational) return Rational;
   function "-" (Right : Rational) return Rational is (-Right.Num, Right.Den);
   function "*" (Left, Right : Rational) return Rational;
   function "*" (Left : Integer; Right : Rational) return Rational;
   function "/" (Left, Right : Rational) return Rational;
   function "<" (Left, Right : Rational) return Boolean is
     (Left.Num * Right.Den < Right.Num * Left.Den);
   function "abs" (Right : Rational) return Rational is
     ((abs Right.Num, Right.Den));

   function Reduced (R : Rational) return Rational;
   function Same_Value (A, B : Rational) return Boolean is
     (Reduced (A) = Reduced (B));
   function Floor (R : Rational) return Integer;
   function Power (Base : Rational; Exponent : Integer) return Rational;

end Rationals;
