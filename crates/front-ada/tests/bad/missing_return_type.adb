function F (X : Integer) is
begin
   return X;
end F;
