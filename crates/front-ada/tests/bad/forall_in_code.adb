procedure P (X : Integer) is
begin
   pragma Assert (FORALL K (K > X IMPLIES K > 1));
end P;
