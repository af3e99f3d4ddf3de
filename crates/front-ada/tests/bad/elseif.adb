procedure P (X : Integer) is
begin
   if X > 1 then
      null;
   elseif X > 0 then
      null;
   end if;
end P;
