--! generate -c statement -c branch
package body Number_Theory is

   function Gcd (A, B : Integer) return Natural is
      X : Natural := abs A;
      Y : Natural := abs B;
      R : Natural;
   begin
      while Y /= 0 loop
         R := X mod Y;
         X := Y;
         Y := R;
      end loop;
      return X;
   end Gcd;

   function Lcm (A, B : Positive) return Positive is (A * B / Gcd (A, B));

   function Power (Base : Integer; Exponent : Natural) return Integer is
      Result : Integer := 1;
      B      : Integer := Base;
      E      : Natural := Exponent;
   begin
      while E > 0 loop
         if E mod 2 = 1 then
            Result := Result * B;
         end if;
         B := B * B;
         E := E / 2;
      end loop;
      return Result;
   end Power;

   function Power_Mod (Base, Exponent : Natural; Modulus : Positive)
                       return Natural
   is
      Half : Natural;
   begin
      if Exponent = 0 then
         return 1 mod Modulus;
      end if;
      Half := Power_Mod (Base, Exponent / 2, Modulus);
      Half := Half * Half mod Modulus;
      return (if Exponent mod 2 = 0 then Half
              else Half * (Base mod Modulus) mod Modulus);
   end Power_Mod;

   function Factorial (N : Natural) return Positive is
     (if N = 0 then 1 else N * Factorial (N - 1));

   function Fibonacci (N : Natural) return Natural is
      A : Natural := 0;
      B : Natural := 1;
      C : Natural;
   begin
      for I in 1 .. N loop
         C := A + B;
         A := B;
         B := C;
      end loop;
      return A;
   end Fibonacci;

   function Binomial (N, K : Natural) return Natural is
     (if K = 0 or else K = N then 1
      else Binomial (N - 1, K - 1) + Binomial (N - 1, K));

   function Digit_Sum (N : Integer) return Natural is
     (if N < 0 then Digit_Sum (-N)
      elsif N < 10 then N
      else Digit_Sum (N / 10) + N mod 10);

   function Collatz_Steps (Start : Positive) return Natural is
      N     : Positive := Start;
      Steps : Natural  := 0;
   begin
      while N /= 1 loop
         N := (if N mod 2 = 0 then N / 2 else 3 * N + 1);
         Steps := Steps + 1;
      end loop;
      return Steps;
   end Collatz_Steps;

   function Square_Root (N : Natural) return Natural is
      R : Natural := 0;
   begin
      while (R + 1) * (R + 1) <= N loop
         R := R + 1;
      end loop;
      return R;
   end Square_Root;

end Number_Theory;
