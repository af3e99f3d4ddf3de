procedure P (X : Integer) is
begin
   while X > 1 loop
      null;
end P;
