procedure Wrong_Type is
   X : Integer := 1;
   B : Boolean := True;
begin
   X := B;
end Wrong_Type;
