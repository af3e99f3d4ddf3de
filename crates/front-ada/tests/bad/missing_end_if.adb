procedure P (X : Integer) is
begin
   for I in 1 .. X loop
      if I = 1 then
         null;
   end loop;
end P;
