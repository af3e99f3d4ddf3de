procedure Assign_Loop is
begin
   for I in 1 .. 3 loop
      I := 2;
   end loop;
end Assign_Loop;
