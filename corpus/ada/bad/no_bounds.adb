procedure No_Bounds is
   type Vector is array (Positive range <>) of Integer;
   V : Vector;
begin
   V (1) := 3;
end No_Bounds;
