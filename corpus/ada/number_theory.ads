package Number_Theory is

   function Gcd (A, B : Integer) return Natural;
   function Lcm (A, B : Positive) return Positive
     with Post => Lcm'Result mod A = 0 and Lcm'Result mod B = 0;

   function Power (Base : Integer; Exponent : Natural) return Integer;
   function Power_Mod (Base, Exponent : Natural; Modulus : Positive)
                       return Natural
     with Pre  => Modulus <= 46_340,
          Post => Power_Mod'Result < Modulus;

   function Factorial (N : Natural) return Positive
     with Pre => N <= 12;
   function Fibonacci (N : Natural) return Natural;
   function Binomial (N, K : Natural) return Natural
     with Pre => K <= N;

   function Digit_Sum (N : Integer) return Natural;
   function Collatz_Steps (Start : Positive) return Natural;
   function Square_Root (N : Natural) return Natural
     with Post => Square_Root'Result ** 2 <= N
                  and then (Square_Root'Result + 1) ** 2 > N;

end Number_Theory;
