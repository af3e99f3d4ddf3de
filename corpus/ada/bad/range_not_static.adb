procedure Range_Not_Static (N : Integer) is
   type T is range 1 .. N;
   X : T := 1;
begin
   X := X + 1;
end Range_Not_Static;
