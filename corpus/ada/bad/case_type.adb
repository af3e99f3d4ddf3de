procedure Case_Type (S : String) is
begin
   case S is
      when others => null;
   end case;
end Case_Type;
