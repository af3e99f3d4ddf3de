package Scan is
   type Words is array (Positive range <>) of Integer;
   Steps : Integer := 0;
   function Count (W : Words; Key : Integer) return Natural;
end Scan;
