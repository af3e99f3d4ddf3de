procedure P (X : in out Integer) is
begin
   X += 1;
end P;
