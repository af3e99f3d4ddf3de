procedure Exit_Name is
begin
   loop
      exit Outer;
   end loop;
end Exit_Name;
