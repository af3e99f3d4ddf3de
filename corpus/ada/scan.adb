--! generate -e Look -c statement -c branch
--! generate -e Odd
package body Scan is
   function Count (W : Words; Key : Integer) return Natural is
      Hits : Natural := 0;

      procedure Look (At_Index : Positive) is
      begin
         Steps := Steps + 1;
         if W (At_Index) = Key then
            Hits := Hits + 1;
         end if;
      end Look;

      function Odd (N : Integer) return Boolean is (N mod 2 = 1);
   begin
      for I in W'Range loop
         if Odd (I) then
            Look (I);
         end if;
      end loop;
      return Hits;
   end Count;
end Scan;
