procedure P is
   X : constant := 1E1_000_000;
begin
   null;
end P;
