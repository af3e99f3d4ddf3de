--! generate -c statement -c branch
--  What an exception leaves of objects that were passed: small ones are copies, large ones are not.
function Passing (N : Integer) return Integer is
   type Two is array (1 .. 2) of Integer;
   type Big is array (1 .. 20) of Integer;
   type Pair is record
      X, Y : Integer;
   end record;
   type Wide is record
      X : Integer;
      A : Big;
   end record;

   procedure Change (A : in out Two; B : in out Big; R : in out Pair; W : in out Wide) is
   begin
      A (1) := 1;
      B (1) := 10;
      R.X := 100;
      W.X := 1000;
      if N > 3 then
         raise Constraint_Error;
      end if;
   end Change;

   procedure Twice (A : Two; B : in out Two) is
   begin
      B (1) := A (1) + 5;
      B (2) := A (1);
   end Twice;

   A : Two := (others => 0);
   B : Big := (others => 0);
   R : Pair := (0, 0);
   W : Wide := (0, (others => 0));
begin
   if N = 0 then
      Twice (A, A);
      return A (2);
   end if;
   Change (A, B, R, W);
   return A (1) + B (1) + R.X + W.X;
exception
   when Constraint_Error =>
      return A (1) + B (1) + R.X + W.X;
end Passing;
