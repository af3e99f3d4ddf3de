function F (X : Integer) return Integer is
begin
   return X'if;
end F;
