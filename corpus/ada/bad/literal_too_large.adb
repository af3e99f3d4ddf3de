procedure Literal_Too_Large is
   X : Integer := 3_000_000_000;
begin
   X := X - 1;
end Literal_Too_Large;
