procedure No_Such_Parameter is
   procedure Show (X : Integer) is null;
begin
   Show (Z => 1);
end No_Such_Parameter;
