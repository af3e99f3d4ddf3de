procedure P return Integer is
begin
   return 1;
end P;
