procedure Operator_Type is
   B : Boolean := True + False;
begin
   null;
end Operator_Type;
