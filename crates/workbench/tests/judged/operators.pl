% op directives
%! ev(+,+,-) simp(?,-) neg(?,?)
:- op(700, xfx, ===>).
:- op(650, xfy, and).
:- op(660, xfy, or).
:- op(200, fy, not).
ev(true, _, true).
ev(false, _, false).
ev(not A, E, V) :- ev(A, E, X), neg(X, V).
ev(A and B, E, V) :- ev(A, E, X), ( X == false -> V = false ; ev(B, E, V) ).
ev(A or B, E, V) :- ev(A, E, X), ( X == true -> V = true ; ev(B, E, V) ).
ev(v(N), E, V) :- memberchk(N ===> V, E).
neg(true, false).
neg(false, true).
simp(not not A, B) :- !, simp(A, B).
simp(A and A, B) :- !, simp(A, B).
simp(true and A, B) :- !, simp(A, B).
simp(A, A).
