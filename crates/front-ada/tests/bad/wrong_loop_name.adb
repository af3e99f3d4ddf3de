procedure P is
begin
   Outer : loop
      exit;
   end loop Inner;
end P;
