procedure P (X : Integer) is
begin
   --: assert (X > )
   null;
end P;
