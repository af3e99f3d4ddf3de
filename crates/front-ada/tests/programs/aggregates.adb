pragma Ada_2022;
--  All kinds of aggregates.
procedure Aggregates is
   type Vector is array (Positive range <>) of Integer;
   type Grid is array (1 .. 2, 1 .. 2) of Integer;
   type Colour is (Red, Green, Blue);
   type Shades is array (Colour) of Natural;
   type Point is record
      X, Y : Integer := 0;
   end record;
   type Pair is record
      From, To : Point;
   end record;
   type Nothing is null record;

   A : Vector := (1, 2, 3);
   B : Vector (1 .. 5) := (1, 2, others => 0);
   C : Vector := (1 => 10, 2 | 3 => 20, 4 .. 6 => 30);
   D : Vector := [1, 2, 3];
   E : Vector := [];
   F : Vector := [for I in 1 .. 4 => I * I];
   G : Grid := ((1, 2), (3, 4));
   H : Grid := [[1, 2], [3, 4]];
   S : Shades := (Red => 1, Green .. Blue => 2);
   T : Shades := (Colour => 7);
   P : Point := (1, 2);
   Q : Point := (Y => 1, X => -1);
   R : Point := (P with delta X => 5);
   V : Pair := (From => (others => <>), To => (X | Y => 3));
   W : Vector := (A with delta 1 => 100, 2 .. 3 => 0);
   N : Nothing := (null record);
   Z : Vector := (1 .. 0 => 0);
   U : Vector := Vector'(1, 2) & Vector'(1 => 3) & 4;
   L : constant Boolean := A = (1, 2, 3) and then P = Point'(X => 1, Y => 2);
begin
   A (1 .. 2) := A (2 .. 3);
   B (B'Range) := (others => A (1));
   G := (1 => (1 | 2 => 0), 2 => (others => 1));
end Aggregates;
