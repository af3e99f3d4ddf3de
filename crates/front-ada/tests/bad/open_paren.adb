procedure P (X : in out Integer) is
begin
   X := (X + 1;
end P;
