procedure P (X : Integer) is
begin
   while X > 1
      null;
   end loop;
end P;
