procedure Undeclared_Call is
begin
   Print_All (3);
end Undeclared_Call;
