procedure P is
   Range : Integer;
begin
   null;
end P;
