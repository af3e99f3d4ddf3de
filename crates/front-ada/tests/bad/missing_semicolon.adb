procedure P is
   X : Integer := 1
begin
   X := 2;
end P;
