--  The calendar.
package Dates is

   type Month_Name is (Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec);
   type Day_Name is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   subtype Weekend is Day_Name range Sat .. Sun;
   subtype Year_Number is Integer range 1901 .. 2399;
   subtype Day_Number is Positive range 1 .. 31;

   type Date is record
      Year  : Year_Number;
      Month : Month_Name;
      Day   : Day_Number;
   end record;

   function Is_Leap (Year : Year_Number) return Boolean is
     (Year mod 4 = 0 and then (Year mod 100 /= 0 or else Year mod 400 = 0));

   function Last_Day (Year : Year_Number; Month : Month_Name) return Day_Number is
     (case Month is
         when Apr | Jun | Sep | Nov => 30,
         when Feb                   => (if Is_Leap (Year) then 29 else 28),
         when others                => 31);

   function Is_Valid (D : Date) return Boolean is (D.Day <= Last_Day (D.Year, D.Month));

   function Next (D : Date) return Date
     with Pre  => Is_Valid (D) and D /= (Year_Number'Last, Dec, 31),
          Post => Is_Valid (Next'Result);

   function "<" (Left, Right : Date) return Boolean;

   function Is_Free (D : Day_Name) return Boolean is (D in Weekend);

end Dates;
