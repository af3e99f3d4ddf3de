procedure P is
   X Integer;
begin
   null;
end P;
