package Vending_Machine is

   type Product is (Water, Juice, Chocolate, Chips);
   type Coin is (Ten, Twenty, Fifty, One_Euro);
   type State is (Idle, Collecting, Out_Of_Order);

   Not_Enough_Money, Sold_Out, Refused : exception;

   procedure Insert (C : Coin);
   procedure Buy (P : Product; Change : out Natural);
   procedure Cancel (Returned : out Natural);
   procedure Refill (P : Product; Number : Positive := 5);
   procedure Kick;

   function Credit return Natural;
   function Stock (P : Product) return Natural;
   function Current_State return State;
   function Cheapest return Product;

end Vending_Machine;
