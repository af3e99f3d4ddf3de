procedure Assign_Constant (N : Integer) is
   C : constant Integer := N;
begin
   C := 2;
end Assign_Constant;
