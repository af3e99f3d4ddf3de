procedure P (X : in out Integer) is
begin
   X++;
end P;
