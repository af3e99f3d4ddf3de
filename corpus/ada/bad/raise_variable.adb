procedure Raise_Variable is
   X : Integer := 1;
begin
   raise X;
end Raise_Variable;
