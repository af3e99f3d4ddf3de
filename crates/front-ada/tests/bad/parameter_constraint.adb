procedure P (S : String (1 .. 3)) is
begin
   null;
end P;
