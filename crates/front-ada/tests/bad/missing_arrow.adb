procedure P (X : Integer) is
begin
   case X is
      when 1
         null;
      when others => null;
   end case;
end P;
