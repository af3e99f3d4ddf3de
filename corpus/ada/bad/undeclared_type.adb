procedure Undeclared_Type is
   X : Intger := 1;
begin
   null;
end Undeclared_Type;
