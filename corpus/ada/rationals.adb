--! generate -c statement -c branch
package body Rationals is

   function Gcd (A, B : Natural) return Natural is
     (if B = 0 then A else Gcd (B, A mod B));

   function Reduced (R : Rational) return Rational is
      G : constant Positive := Gcd (abs R.Num, R.Den);
   begin
      return (Num => Standard."/" (R.Num, G), Den => Standard."/" (R.Den, G));
   end Reduced;

   function "/" (Left, Right : Integer) return Rational is
   begin
      if Right < 0 then
         return Reduced ((-Left, -Right));
      else
         return Reduced ((Left, Right));
      end if;
   end "/";

   function "+" (Left, Right : Rational) return Rational is
   begin
      return Reduced ((Num => Left.Num * Right.Den + Right.Num * Left.Den,
                       Den => Left.Den * Right.Den));
   end "+";

   function "-" (Left, Right : Rational) return Rational is
     (Left + (-Right));

   function "*" (Left, Right : Rational) return Rational is
     (Reduced ((Left.Num * Right.Num, Left.Den * Right.Den)));

   function "*" (Left : Integer; Right : Rational) return Rational is
     (Rational'(Left, 1) * Right);

   function "/" (Left, Right : Rational) return Rational is
      N : constant Integer := Left.Num * Right.Den;
      D : constant Integer := Left.Den * Right.Num;
   begin
      return N / D;
   end "/";

   function Floor (R : Rational) return Integer is
   begin
      return (R.Num - R.Num mod R.Den) / R.Den;
   end Floor;

   function Power (Base : Rational; Exponent : Integer) return Rational is
      Result : Rational := (1, 1);
   begin
      for I in 1 .. abs Exponent loop
         Result := Result * Base;
      end loop;
      return (if Exponent < 0 then (1, 1) / Result else Result);
   end Power;

end Rationals;
