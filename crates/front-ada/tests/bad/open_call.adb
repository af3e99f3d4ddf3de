procedure P (X : in out Integer) is
begin
   P (X
   X := 1;
end P;
