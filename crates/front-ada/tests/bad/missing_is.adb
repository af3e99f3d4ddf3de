procedure P (X : Integer)
begin
   null;
end P;
