procedure P is
begin
end P;
