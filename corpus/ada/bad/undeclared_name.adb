procedure Undeclared_Name is
   X : Integer := 1;
begin
   X := Y + 1;
end Undeclared_Name;
