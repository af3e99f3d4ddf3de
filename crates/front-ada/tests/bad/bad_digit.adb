procedure P is
   X : constant := 8#789#;
begin
   null;
end P;
