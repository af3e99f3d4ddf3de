procedure P (X : Integer, Y : Integer) is
begin
   null;
end P;
