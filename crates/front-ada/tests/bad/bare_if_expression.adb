procedure P (X : in out Integer) is
begin
   X := if X > 1 then 1 else 2;
end P;
