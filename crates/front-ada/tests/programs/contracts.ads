--  Contracts of many kinds.
package Contracts
  with SPARK_Mode => On, Abstract_State => null
is
   State : Integer := 0;

   type Positive_Even is new Integer
     with Dynamic_Predicate => Positive_Even > 0 and then Positive_Even mod 2 = 0;

   procedure Step (By : Positive)
     with Global => (In_Out => State),
          Depends => (State =>+ By),
          Pre     => State <= Integer'Last - By,
          Post    => State = State'Old + By;

   function Root (N : Natural) return Natural
     with Pre        => N < 10_000,
          Post       => Root'Result * Root'Result <= N
                        and N < (Root'Result + 1) * (Root'Result + 1);

   procedure Swap (X, Y : in out Integer)
     with Post => X = Y'Old and Y = X'Old,
          Contract_Cases => (X = Y => X = X'Old, X /= Y => X /= X'Old),
          Inline;

   function Min (X, Y : Integer) return Integer is (if X < Y then X else Y)
     with Post => Min'Result <= X and Min'Result <= Y and Min'Result in X | Y;

end Contracts;
