procedure Type_As_Value is
   X : Integer := Integer;
begin
   null;
end Type_As_Value;
