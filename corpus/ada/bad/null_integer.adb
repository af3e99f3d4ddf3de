procedure Null_Integer is
   X : Integer := null;
begin
   null;
end Null_Integer;
