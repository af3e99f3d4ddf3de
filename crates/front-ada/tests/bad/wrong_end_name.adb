procedure First is
begin
   null;
end Second;
