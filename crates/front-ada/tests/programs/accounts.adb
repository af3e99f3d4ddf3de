package body Accounts is

   procedure Deposit (A : in out Account; Sum : Amount; Result : out Outcome) is
   begin
      if A.Locked then
         Result := Blocked;
      elsif A.Balance > Limit - Sum then
         Result := Refused;
      else
         A.Balance := A.Balance + Sum;
         Result := Done;
      end if;
   end Deposit;

   procedure Withdraw (A : in out Account; Sum : Amount; Result : out Outcome) is
   begin
      Result := (if A.Locked then Blocked elsif A.Balance < Sum then Refused else Done);
      if Result = Done then
         A.Balance := A.Balance - Sum;
      end if;
   end Withdraw;

   procedure Transfer (From, To : in out Account; Sum : Amount; Result : out Outcome) is
      Undo : Outcome;
   begin
      Withdraw (From, Sum, Result);
      if Result /= Done then
         return;
      end if;
      Deposit (To, Sum, Result);
      if Result /= Done then
         Deposit (From, Sum, Undo);
         pragma Assert (Undo = Done);
      end if;
   end Transfer;

end Accounts;
