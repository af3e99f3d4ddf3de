--! generate -c statement -c branch
package body Change_Making is

   function Greedy (Amount : Natural; Coins : Coin_Values := Euro_Cents)
                    return Coin_Counts
   is
      Rest   : Natural := Amount;
      Result : Coin_Counts (Coins'Range) := (others => 0);
   begin
      for I in Coins'Range loop
         Result (I) := Rest / Coins (I);
         Rest := Rest mod Coins (I);
      end loop;
      return Result;
   end Greedy;

   function Value_Of (Counts : Coin_Counts; Coins : Coin_Values)
                      return Natural
   is
      Sum : Natural := 0;
   begin
      for I in Counts'Range loop
         Sum := Sum + Counts (I) * Coins (I);
      end loop;
      return Sum;
   end Value_Of;

   function Fewest (Amount : Natural; Coins : Coin_Values) return Natural is
      Unknown : constant Natural := Natural'Last;
      Best    : array (0 .. Amount) of Natural := (0 => 0, others => Unknown);
   begin
      for A in 1 .. Amount loop
         for Coin of Coins loop
            if Coin <= A
              and then Best (A - Coin) /= Unknown
              and then Best (A - Coin) + 1 < Best (A)
            then
               Best (A) := Best (A - Coin) + 1;
            end if;
         end loop;
      end loop;
      if Best (Amount) = Unknown then
         raise Impossible with Natural'Image (Amount);
      end if;
      return Best (Amount);
   end Fewest;

   function Ways (Amount : Natural; Coins : Coin_Values) return Natural is
   begin
      if Amount = 0 then
         return 1;
      elsif Coins'Length = 0 then
         return 0;
      end if;
      declare
         First : Positive renames Coins (Coins'First);
         Rest  : constant Coin_Values :=
           Coins (Coins'First + 1 .. Coins'Last);
         Total : Natural := Ways (Amount, Rest);
      begin
         if First <= Amount then
            Total := Total + Ways (Amount - First, Coins);
         end if;
         return Total;
      end;
   end Ways;

end Change_Making;
