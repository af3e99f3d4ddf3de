for I in A'Range loop
  A(I) := B;
end loop;
A(0) := Y;
for I in 0 .. 1 loop
  V(I) := D;
end loop;
V(K) := G;
X := V(0);
Z := A(X);
W := A(3) + X;
if Z > W then
  null;
end if;
A(X) := X;
if A(0) > A(3) then
  null;
end if;
