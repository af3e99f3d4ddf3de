procedure P is
begin
   null;
end P;
end P;
