% univ, functor, arg, copy_term
%! size(?,-) subst(+,+,?,-) mkpair(?,?,?) second(?,?) isground(?,-) fresh(?,-) cmp(?,?,-)
size(T, 0) :- var(T), !.
size(T, 1) :- atomic(T), !.
size(T, N) :- T =.. [_|As], sizes(As, 0, M), N is M+1.
sizes([], N, N).
sizes([A|As], N0, N) :- size(A, K), N1 is N0+K, sizes(As, N1, N).
subst(X, Y, T, Y) :- T == X, !.
subst(_, _, T, T) :- var(T), !.
subst(X, Y, T, R) :- T =.. [F|As], maplist(subst(X, Y), As, Bs), R =.. [F|Bs].
mkpair(A, B, T) :- functor(T, pair, 2), arg(1, T, A), arg(2, T, B).
second(T, X) :- compound(T), functor(T, _, N), N >= 2, arg(2, T, X).
isground(T, G) :- ( ground(T) -> G = yes ; term_variables(T, Vs), length(Vs, N), G = no(N) ).
fresh(T, C) :- copy_term(T, C), T \== C.
cmp(X, Y, R) :- compare(O, X, Y), name_o(O, R).
name_o(<, lt).
name_o(=, eq).
name_o(>, gt).
