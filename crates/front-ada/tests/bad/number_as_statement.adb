procedure P is
begin
   1;
end P;
