procedure P is
begin
   null;
exception
end P;
