pragma Ada_2022;
--  Conditional, quantified and declare expressions, and the logic around them.
procedure Conditions (X, Y : Integer; Ok : out Boolean) is
   type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   A : array (1 .. 10) of Integer := (others => X);
   D : Day := Day'Val (abs X mod 7);

   function Sign (N : Integer) return Integer is
     (if N > 0 then 1 elsif N < 0 then -1 else 0);

   function Hours (D : Day) return Natural is
     (case D is when Mon .. Thu => 8, when Fri => 6, when Sat | Sun => 0);

   function Square_Sum (P, Q : Integer) return Integer is
     (declare
         S : constant Integer := P + Q;
         T : Integer renames A (1);
      begin
         S * S + T);

   function Sorted return Boolean is
     (for all I in A'First .. A'Last - 1 => A (I) <= A (I + 1));

   function Any (N : Integer) return Boolean is (for some V of A => V = N);

   function Deep return Boolean is
     (for all I in A'Range => (for some J in A'Range => A (I) = A (J) and then (if I = J then True)));
begin
   Ok := (X > 0 and Y > 0) or (X < 0 and Y < 0);
   Ok := X > 0 and then Y > 0 and then X /= Y;
   Ok := X > 0 or else (Y > 0 xor X = Y);
   Ok := not (X > 0) and not Ok;
   Ok := X in 1 .. 10 | 20 | 30 .. 40 and then Y not in Positive;
   Ok := D in Sat | Sun or else Hours (D) > 6;
   Ok := (if Ok then Sorted else Any (Y) and Deep);
   if (for all V of A => V > 0) then
      A (1) := -X ** 2 + (-X) ** 2 - (X - (Y - 1)) * (X + Y) / 2 mod 3 rem 4;
   elsif (X + Y) * 2 = 7 or else Sign (X - Y) = -1 then
      A (2) := abs (X - Y) * abs X;
   end if;
   A (3) := (case Y is when 1 | 3 | 5 => A (Y), when others => (if Y > 5 then 1 else 2));
   A (4) := Square_Sum (P => X, Q => (if Y = 0 then 1 else Y));
   pragma Assert (if Ok then X >= Y);
   pragma Assume (X < Integer'Last);
   pragma Assert ((for some I in A'Range => A (I) = X), "one is left");
end Conditions;
