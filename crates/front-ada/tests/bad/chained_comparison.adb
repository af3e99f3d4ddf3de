function F (A, B, C : Integer) return Boolean is
begin
   return A <= B <= C;
end F;
