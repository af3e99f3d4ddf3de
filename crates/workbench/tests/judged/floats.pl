% floats and numbers
%! area(+,-) near(+,+) temp(+,-) solve(+,+,+,-) intfloat(?,-) conv(+,-) round2(+,-)
area(circle(R), A) :- R >= 0, A is pi*R*R.
area(rect(W,H), A) :- W >= 0, H >= 0, A is W*H.
area(sq(S), A) :- area(rect(S,S), A).
round2(X, Y) :- Y is round(X*100)/100.
near(X, Y) :- abs(X-Y) < 0.001.
temp(C, F) :- F is C*9/5+32.
solve(A, B, C, Rs) :- A =\= 0, D is B*B-4*A*C, ( D < 0 -> Rs = [] ; D =:= 0 -> R is -B/(2*A), Rs = [R] ; S is sqrt(D), R1 is (-B-S)/(2*A), R2 is (-B+S)/(2*A), Rs = [R1,R2] ).
intfloat(X, int) :- integer(X), !.
intfloat(X, whole) :- float(X), X =:= integer(X), !.
intfloat(X, frac) :- float(X).
conv(X, Y) :- X == 1.0, !, Y = one_float.
conv(X, Y) :- X =:= 1, Y = one_int.
