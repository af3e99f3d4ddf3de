procedure P (X : out Integer) is
begin
   X = 1;
end P;
