procedure Function_As_Statement is
   function One return Integer is (1);
begin
   One;
end Function_As_Statement;
