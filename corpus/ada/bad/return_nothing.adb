function Return_Nothing return Integer is
begin
   return;
end Return_Nothing;
