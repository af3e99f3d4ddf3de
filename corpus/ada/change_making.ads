package Change_Making is

   type Coin_Values is array (Positive range <>) of Positive;
   type Coin_Counts is array (Positive range <>) of Natural;

   Euro_Cents : constant Coin_Values := (200, 100, 50, 20, 10, 5, 2, 1);

   Impossible : exception;

   function Is_Descending (Coins : Coin_Values) return Boolean is
     (for all I in Coins'Range =>
        I = Coins'First or else Coins (I) < Coins (I - 1));

   function Greedy (Amount : Natural; Coins : Coin_Values := Euro_Cents)
                    return Coin_Counts
     with Pre  => Is_Descending (Coins),
          Post => Value_Of (Greedy'Result, Coins) = Amount;

   function Value_Of (Counts : Coin_Counts; Coins : Coin_Values)
                      return Natural;

   function Fewest (Amount : Natural; Coins : Coin_Values) return Natural;
   --  The least number of coins. Raises Impossible if there is no way.

   function Ways (Amount : Natural; Coins : Coin_Values) return Natural;

end Change_Making;
