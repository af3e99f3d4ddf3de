for I in 1 .. N loop
  A(I) := 0;
end loop;
GET(J);
A(J) := 1;
