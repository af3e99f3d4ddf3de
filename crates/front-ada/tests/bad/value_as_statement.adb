procedure P (X : in out Integer) is
begin
   X'First;
end P;
