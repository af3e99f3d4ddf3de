procedure Wrong_Index_Type is
   type Vector is array (1 .. 3) of Integer;
   V : Vector := (1, 2, 3);
begin
   V (True) := 3;
end Wrong_Index_Type;
