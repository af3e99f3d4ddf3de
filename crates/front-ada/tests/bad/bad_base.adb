procedure P is
   X : constant := 20#12#;
begin
   null;
end P;
