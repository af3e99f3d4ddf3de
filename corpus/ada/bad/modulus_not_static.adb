procedure Modulus_Not_Static (N : Integer) is
   type T is mod N;
   X : T := 0;
begin
   X := X + 1;
end Modulus_Not_Static;
