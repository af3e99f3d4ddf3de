procedure P is
   X : constant := 1__000;
begin
   null;
end P;
