procedure Not_An_Array is
   N : Integer := 1;
begin
   N (1) := 3;
end Not_An_Array;
