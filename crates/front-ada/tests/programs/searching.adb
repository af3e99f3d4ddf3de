package body Searching is

   function Linear (A : Vector; X : Integer) return Natural is
   begin
      for I in A'Range loop
         if A (I) = X then
            return I;
         end if;
      end loop;
      return Not_Found;
   end Linear;

   function Binary (A : Vector; X : Integer) return Natural is
      Low  : Integer := A'First;
      High : Integer := A'Last;
      Mid  : Integer;
   begin
      while Low <= High loop
         Mid := Low + (High - Low) / 2;
         if A (Mid) = X then
            return Mid;
         elsif A (Mid) < X then
            Low := Mid + 1;
         else
            High := Mid - 1;
         end if;
      end loop;
      return Not_Found;
   end Binary;

   function Maximum (A : Vector) return Integer is
      Best : Integer := A (A'First);
   begin
      for I in A'First + 1 .. A'Last loop
         Best := Integer'Max (Best, A (I));
      end loop;
      return Best;
   end Maximum;

end Searching;
