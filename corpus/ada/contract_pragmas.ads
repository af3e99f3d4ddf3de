package Contract_Pragmas is
   function Half (N : Integer) return Integer;
   pragma Precondition (N > 0);
   pragma Postcondition (Half'Result < 50, "too large");

   function Sign (N : Integer) return Integer
     with Contract_Cases => (N > 0 => Sign'Result = 1, N < 0 => Sign'Result = -1, others => Sign'Result = 0);

   function Kind (N : Integer) return Integer;
   pragma Contract_Cases ((N > 0 => Kind'Result = 1, N < 10 => Kind'Result = 2));

   procedure Grow (N : in out Integer)
     with Contract_Cases => (N < 100 => N > N'Old, N >= 100 => N = N'Old);

   function Count (N : Integer) return Integer;
   function Swings (N : Integer) return Integer;

   function Claimed (N : Integer) return Integer;
   function Default_Sum (N : Integer) return Integer;

   function Never_Checked (N : Integer) return Integer;
end Contract_Pragmas;
