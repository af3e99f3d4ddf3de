procedure Case_Missing is
   type Color is (Red, Green, Blue);
   C : Color := Red;
begin
   case C is
      when Red => null;
      when Green => null;
   end case;
end Case_Missing;
