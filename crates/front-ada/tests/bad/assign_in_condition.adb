procedure P (X : Integer) is
begin
   if X := 1 then
      null;
   end if;
end P;
