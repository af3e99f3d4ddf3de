procedure P (C : out Character) is
begin
   C := 'ab';
end P;
