for I in A'Range loop
  A(I) := I;
end loop;
X := A(J);
A(J - 1) := X;
A(J + 1) := X + 1;
Z := A(X) - X;
Y := A(X) + 1;
if Z > 0 then
  null;
end if;
