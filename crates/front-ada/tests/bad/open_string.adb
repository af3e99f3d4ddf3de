procedure P is
   S : constant String := "abc;
begin
   null;
end P;
