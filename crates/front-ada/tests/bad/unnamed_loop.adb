procedure P is
begin
   loop
      exit;
   end loop Outer;
end P;
