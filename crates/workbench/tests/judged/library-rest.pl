% less known library predicates
%! merge_sets(+,+,-) instance(?,?) sumsq(+,-) total(+,-) pred(?,?) diff(+,+,-) chk(+) setv(+,-) parts(+,-,-) swap(?,?) ex(?,-) mx(+,-)
:- use_module(library(ordsets)).
:- use_module(library(apply)).
:- use_module(library(lists)).
merge_sets(A, B, C) :- ord_union(A, B, C0), ( C0 == [] -> C = empty ; C = C0 ).
instance(G, S) :- subsumes_term(G, S), !.
instance(_, _) :- fail.
sumsq(L, S) :- foldl([X,A0,A]>>(A is A0+X*X), L, 0, S).
total(L, S) :- sumlist(L, S).
pred(X, Y) :- succ(Y, X).
diff(A, B, D) :- subtract(A, B, D).
chk(X) :- assertion(X > 0), X < 10.
setv(X, Y) :- nb_setval(k, X), nb_getval(k, Y).
parts(L, E, O) :- partition([X]>>(0 is X mod 2), L, E, O).
swap(P, Q) :- pairs_keys_values(P, K, V), pairs_keys_values(Q, V, K).
ex(L, R) :- exclude(==(a), L, R).
mx(L, M) :- max_list(L, M), M > 5.
