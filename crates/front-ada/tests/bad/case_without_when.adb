procedure P (X : Integer) is
begin
   case X is
      1 => null;
   end case;
end P;
