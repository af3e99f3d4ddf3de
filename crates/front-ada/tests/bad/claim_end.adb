procedure P (X : Integer) is
   --: exit (X > 1) X
begin
   null;
end P;
