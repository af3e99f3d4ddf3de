% symbolic differentiation
%! d(+,+,-) s(?,-)
d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(A+B, X, DA+DB) :- d(A, X, DA), d(B, X, DB).
d(A*B, X, A*DB+B*DA) :- d(A, X, DA), d(B, X, DB).
d(A^N, X, N*A^M*DA) :- integer(N), M is N-1, d(A, X, DA).
d(sin(A), X, cos(A)*DA) :- d(A, X, DA).
s(A+0, B) :- !, s(A, B).
s(0+A, B) :- !, s(A, B).
s(1*A, B) :- !, s(A, B).
s(A+B, C) :- number(A), number(B), !, C is A+B.
s(A+B, C+D) :- !, s(A, C), s(B, D).
s(A, A).
