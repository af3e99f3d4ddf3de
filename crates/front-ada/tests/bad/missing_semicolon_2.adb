procedure P is
   X : Integer;
begin
   X := 2
   X := 3;
end P;
