function F (A, B, C : Boolean) return Boolean is
begin
   return A and B or C;
end F;
