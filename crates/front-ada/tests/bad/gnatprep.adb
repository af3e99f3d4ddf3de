procedure P is
begin
#if X then
   null;
#end if;
end P;
