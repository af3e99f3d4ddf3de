procedure Conversion_Unrelated is
   S : String := "abc";
   N : Integer := Integer (S);
begin
   null;
end Conversion_Unrelated;
