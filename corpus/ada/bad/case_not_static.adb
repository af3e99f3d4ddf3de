procedure Case_Not_Static (N, M : Integer) is
begin
   case N is
      when M => null;
      when others => null;
   end case;
end Case_Not_Static;
