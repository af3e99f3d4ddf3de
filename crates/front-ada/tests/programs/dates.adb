package body Dates is

   function Next (D : Date) return Date is
      Result : Date := D;
   begin
      if D.Day < Last_Day (D.Year, D.Month) then
         Result.Day := D.Day + 1;
      elsif D.Month = Month_Name'Last then
         Result := (Year => D.Year + 1, Month => Jan, Day => 1);
      else
         Result := (D.Year, Month_Name'Succ (D.Month), 1);
      end if;
      return Result;
   end Next;

   function "<" (Left, Right : Date) return Boolean is
   begin
      if Left.Year /= Right.Year then
         return Left.Year < Right.Year;
      elsif Left.Month /= Right.Month then
         return Left.Month < Right.Month;
      end if;
      return Left.Day < Right.Day;
   end "<";

end Dates;
