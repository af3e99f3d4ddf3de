procedure Condition_Integer (X : Integer) is
begin
   if X then
      null;
   end if;
end Condition_Integer;
