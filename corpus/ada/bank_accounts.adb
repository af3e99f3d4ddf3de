--! generate -c statement -c branch
package body Bank_Accounts is

   procedure Check_Open (A : Account) is
   begin
      if A.State /= Open then
         raise Account_Blocked
           with "account" & Positive'Image (A.Number) & " is "
                & Account_State'Image (A.State);
      end if;
   end Check_Open;

   procedure Deposit (A : in out Account; Sum : Amount) is
   begin
      Check_Open (A);
      A.Balance := A.Balance + Sum;
   end Deposit;

   procedure Withdraw (A : in out Account; Sum : Amount) is
   begin
      Check_Open (A);
      if Sum > Available (A) then
         raise Insufficient_Funds;
      end if;
      A.Balance := A.Balance - Sum;
   end Withdraw;

   procedure Transfer (From, To : in out Account; Sum : Amount;
                       Done : out Boolean) is
   begin
      Withdraw (From, Sum);
      Deposit (To, Sum);
      Done := True;
   exception
      when Insufficient_Funds | Account_Blocked =>
         Done := False;
   end Transfer;

   procedure Add_Interest (A : in out Account; Permille : Natural) is
   begin
      if A.Balance > 0 and A.State = Open then
         A.Balance := A.Balance + A.Balance * Permille / 1000;
      end if;
   end Add_Interest;

   procedure Close (A : in out Account) is
   begin
      if A.Balance < 0 then
         raise Insufficient_Funds;
      end if;
      A.State := Closed;
   end Close;

   function Total (List : Account_List) return Integer is
      Result : Integer := 0;
   begin
      for A of List loop
         if A.State /= Closed then
            Result := Result + A.Balance;
         end if;
      end loop;
      return Result;
   end Total;

   function Richest (List : Account_List) return Account is
      Best : Account := List (List'First);
   begin
      for A of List loop
         if A.Balance > Best.Balance then
            Best := A;
         end if;
      end loop;
      return Best;
   end Richest;

end Bank_Accounts;
