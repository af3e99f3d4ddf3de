procedure P is
begin
   P ();
end P;
