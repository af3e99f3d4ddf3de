procedure P (X : Integer) is
begin
   if X > 1 then
   else
      null;
   end if;
end P;
