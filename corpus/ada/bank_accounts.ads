package Bank_Accounts is

   subtype Cents is Integer range -1_000_000 .. 100_000_000;
   subtype Amount is Cents range 1 .. 1_000_000;

   type Account_State is (Open, Frozen, Closed);

   type Account is record
      Number  : Positive;
      Balance : Cents         := 0;
      Credit  : Natural       := 0;      --  how far it may be overdrawn
      State   : Account_State := Open;
   end record;

   Insufficient_Funds : exception;
   Account_Blocked    : exception;

   function Available (A : Account) return Integer is (A.Balance + A.Credit);

   procedure Deposit (A : in out Account; Sum : Amount)
     with Post => A.Balance = A.Balance'Old + Sum;

   procedure Withdraw (A : in out Account; Sum : Amount)
     with Post => A.Balance = A.Balance'Old - Sum;

   procedure Transfer (From, To : in out Account; Sum : Amount;
                       Done : out Boolean);

   procedure Add_Interest (A : in out Account; Permille : Natural);

   procedure Close (A : in out Account)
     with Pre => A.State /= Closed, Post => A.State = Closed;

   type Account_List is array (Positive range <>) of Account;

   function Total (List : Account_List) return Integer;
   function Richest (List : Account_List) return Account;

end Bank_Accounts;
