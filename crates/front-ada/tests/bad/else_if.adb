procedure P (X : Integer) is
begin
   if X > 1 then
      null;
   else if X > 0 then
      null;
   end if;
end P;
