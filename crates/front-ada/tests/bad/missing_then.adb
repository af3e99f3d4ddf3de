procedure P (X : Integer) is
begin
   if X > 1
      null;
   end if;
end P;
