--! generate -c statement -c branch
package body Dates is

   function Days_In (Month : Month_Name; Year : Year_Number)
                     return Day_Number is
   begin
      case Month is
         when Apr | Jun | Sep | Nov => return 30;
         when Feb                   => return (if Is_Leap (Year) then 29 else 28);
         when others                => return 31;
      end case;
   end Days_In;

   function "<" (A, B : Date) return Boolean is
   begin
      if A.Year /= B.Year then
         return A.Year < B.Year;
      elsif A.Month /= B.Month then
         return A.Month < B.Month;
      else
         return A.Day < B.Day;
      end if;
   end "<";

   function Next_Day (D : Date) return Date is
   begin
      if D.Day < Days_In (D.Month, D.Year) then
         return (D.Year, D.Month, D.Day + 1);
      elsif D.Month /= Dec then
         return (D.Year, Month_Name'Succ (D.Month), 1);
      else
         return (D.Year + 1, Jan, 1);
      end if;
   end Next_Day;

   function Previous_Day (D : Date) return Date is
      Result : Date := D;
   begin
      if D.Day > 1 then
         Result.Day := D.Day - 1;
      else
         Result.Month := Month_Name'Pred (D.Month);
         Result.Day   := Days_In (Result.Month, D.Year);
      end if;
      return Result;
   end Previous_Day;

   function Day_Of_Year (D : Date) return Positive is
      N : Natural := 0;
   begin
      for M in Month_Name'First .. D.Month loop
         exit when M = D.Month;
         N := N + Days_In (M, D.Year);
      end loop;
      return N + D.Day;
   end Day_Of_Year;

   --  Days since the 31st of December of the (proleptic) year 0
   function Absolute (D : Date) return Positive is
      Y : constant Positive := D.Year - 1;
   begin
      return Y * 365 + Y / 4 - Y / 100 + Y / 400 + Day_Of_Year (D);
   end Absolute;

   function Weekday (D : Date) return Day_Name is
     (Day_Name'Val ((Absolute (D) - 1) mod 7));

   function Days_Between (From, To : Date) return Natural is
     (Absolute (To) - Absolute (From));

end Dates;
