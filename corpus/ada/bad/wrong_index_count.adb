procedure Wrong_Index_Count is
   type Grid is array (1 .. 2, 1 .. 2) of Integer;
   G : Grid := ((1, 2), (3, 4));
begin
   G (1) := 3;
end Wrong_Index_Count;
