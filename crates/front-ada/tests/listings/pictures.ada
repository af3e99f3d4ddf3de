X := A(J);
A(J - 1) := X + 1;
--: assume (X > 0)
Z := A(X) - X;
Y := A(X) + 1;
if Z > 0 then
   null;
end if;
