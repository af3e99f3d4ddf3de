--  Accounts that never hold more than the bank allows.
package Accounts is

   type Money is range -1_000_000 .. 1_000_000;
   subtype Amount is Money range 0 .. Money'Last;
   subtype Even_Amount is Amount with Dynamic_Predicate => Even_Amount mod 2 = 0;
   subtype Working_Hours is Integer range 0 .. 24
     with Static_Predicate => Working_Hours in 8 .. 12 | 14 .. 18;

   Limit : constant Money := 500_000;

   type Account is record
      Owner   : String (1 .. 8) := (others => ' ');
      Balance : Money := 0;
      Locked  : Boolean := False;
   end record
     with Predicate => Account.Balance <= Limit;

   type Outcome is (Done, Refused, Blocked);

   procedure Deposit (A : in out Account; Sum : Amount; Result : out Outcome)
     with Contract_Cases =>
       (A.Locked                 => Result = Blocked and A.Balance = A.Balance'Old,
        not A.Locked and Sum > 0 => Result /= Blocked,
        others                   => True);

   procedure Transfer (From, To : in out Account; Sum : Amount; Result : out Outcome)
     with Post => From.Balance + To.Balance = From.Balance'Old + To.Balance'Old;

end Accounts;
