package Dates is

   type Month_Name is (Jan, Feb, Mar, Apr, May, Jun,
                       Jul, Aug, Sep, Oct, Nov, Dec);
   type Day_Name is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);

   subtype Year_Number is Integer range 1583 .. 3000;
   subtype Day_Number is Integer range 1 .. 31;

   type Date is record
      Year  : Year_Number;
      Month : Month_Name;
      Day   : Day_Number;
   end record;

   function Is_Leap (Year : Year_Number) return Boolean is
     (Year mod 4 = 0 and then (Year mod 100 /= 0 or else Year mod 400 = 0));

   function Days_In (Month : Month_Name; Year : Year_Number) return Day_Number;

   function Is_Valid (D : Date) return Boolean is
     (D.Day <= Days_In (D.Month, D.Year));

   function "<" (A, B : Date) return Boolean;

   function Next_Day (D : Date) return Date
     with Pre  => Is_Valid (D),
          Post => Is_Valid (Next_Day'Result) and then D < Next_Day'Result;

   function Previous_Day (D : Date) return Date
     with Pre => Is_Valid (D);

   function Day_Of_Year (D : Date) return Positive
     with Pre => Is_Valid (D), Post => Day_Of_Year'Result <= 366;

   function Weekday (D : Date) return Day_Name
     with Pre => Is_Valid (D);

   function Is_Weekend (D : Date) return Boolean is
     (Weekday (D) in Sat .. Sun)
     with Pre => Is_Valid (D);

   function Days_Between (From, To : Date) return Natural
     with Pre => Is_Valid (From) and Is_Valid (To);

end Dates;
