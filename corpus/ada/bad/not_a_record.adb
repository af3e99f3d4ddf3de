procedure Not_A_Record is
   N : Integer := 1;
begin
   N.X := 3;
end Not_A_Record;
