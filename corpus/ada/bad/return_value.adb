procedure Return_Value is
begin
   return 3;
end Return_Value;
