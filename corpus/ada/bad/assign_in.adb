procedure Assign_In (N : Integer) is
begin
   N := 2;
end Assign_In;
