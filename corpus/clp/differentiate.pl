% Symbolic differentiation with a little tidying up.
%! generate -e 'd(+,+,-)' --depth 3
%! generate -e 'derive(+,+,-)' --depth 3
%! generate -e 'tidy(+,-)' --depth 3
derive(Expr, X, D) :- d(Expr, X, D0), tidy(D0, D).

d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(U + V, X, DU + DV) :- d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V ^ 2) :- d(U, X, DU), d(V, X, DV).
d(U ^ N, X, N * U ^ M * DU) :- integer(N), M is N - 1, d(U, X, DU).
d(sin(U), X, cos(U) * DU) :- d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- d(U, X, DU).

tidy(E, E) :- atomic(E), !.
tidy(U + V, T) :- !, tidy(U, A), tidy(V, B), plus_(A, B, T).
tidy(U * V, T) :- !, tidy(U, A), tidy(V, B), times(A, B, T).
tidy(E, E).

plus_(0, B, B) :- !.
plus_(A, 0, A) :- !.
plus_(A, B, C) :- integer(A), integer(B), !, C is A + B.
plus_(A, B, A + B).

times(0, _, 0) :- !.
times(_, 0, 0) :- !.
times(1, B, B) :- !.
times(A, 1, A) :- !.
times(A, B, A * B).

%?- d(x * x, x, D).
%?- derive(x * x + 3 * x + y, x, D).
%?- derive(x ^ 3, x, D).
%?- derive(sin(2 * x), x, D).
%?- derive(log(x), x, D).
