procedure P (X : Integer) is
begin
   null;
