procedure P (X : Integer) is
   --: entry (FORALL (X > 1))
begin
   null;
end P;
