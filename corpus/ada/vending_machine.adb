--! generate -c statement -c branch
package body Vending_Machine is

   Values : constant array (Coin) of Positive := (10, 20, 50, 100);
   Prices : constant array (Product) of Positive :=
     (Water => 80, Juice => 120, Chocolate => 150, Chips => 200);

   subtype Shelf is Natural range 0 .. 10;

   Stocks    : array (Product) of Shelf := (others => 2);
   The_State : State := Idle;
   Money     : Natural := 0;
   Kicks     : Natural := 0;

   procedure Insert (C : Coin) is
   begin
      case The_State is
         when Idle =>
            Money := Values (C);
            The_State := Collecting;
         when Collecting =>
            Money := Money + Values (C);
         when Out_Of_Order =>
            raise Refused;
      end case;
   end Insert;

   procedure Buy (P : Product; Change : out Natural) is
   begin
      if The_State = Out_Of_Order then
         raise Refused;
      elsif Stocks (P) = 0 then
         raise Sold_Out;
      elsif Money < Prices (P) then
         raise Not_Enough_Money;
      end if;
      Stocks (P) := Stocks (P) - 1;
      Change     := Money - Prices (P);
      Money      := 0;
      The_State  := Idle;
   end Buy;

   procedure Cancel (Returned : out Natural) is
   begin
      Returned := Money;
      Money    := 0;
      if The_State = Collecting then
         The_State := Idle;
      end if;
   end Cancel;

   procedure Refill (P : Product; Number : Positive := 5) is
   begin
      Stocks (P) := Stocks (P) + Number;
      if The_State = Out_Of_Order then
         The_State := (if Money > 0 then Collecting else Idle);
         Kicks := 0;
      end if;
   end Refill;

   procedure Kick is
   begin
      Kicks := Kicks + 1;
      if Kicks = 3 then
         The_State := Out_Of_Order;
      end if;
   end Kick;

   function Credit return Natural is (Money);
   function Stock (P : Product) return Natural is (Stocks (P));
   function Current_State return State is (The_State);

   function Cheapest return Product is
      Best : Product := Product'First;
   begin
      for P in Product loop
         if Stocks (P) > 0
           and then (Stocks (Best) = 0 or else Prices (P) < Prices (Best))
         then
            Best := P;
         end if;
      end loop;
      return Best;
   end Cheapest;

end Vending_Machine;
