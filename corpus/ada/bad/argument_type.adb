procedure Argument_Type is
   procedure Show (X : Integer) is null;
begin
   Show (True);
end Argument_Type;
