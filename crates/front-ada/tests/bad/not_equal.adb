function F (X : Integer) return Boolean is
begin
   return X != 1;
end F;
