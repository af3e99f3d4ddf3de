%! run nd_tests.m
:- module nd.
:- interface.
:- import_module int, list.
:- pred big(list(int)::in, int::out) is multi.
:- pred mem(T::out, list(T)::in) is nondet.
:- pred once_big(list(int)::in) is semidet.
:- pred thr(int::in, int::out) is det.
:- implementation.
:- import_module exception.
big(L, Y) :- ( if mem(X, L), X > 1 then Y = X else Y = 0 ).
mem(X, [X | _]).
mem(X, [_ | Xs]) :- mem(X, Xs).
once_big(L) :- some [X] ( mem(X, L), X > 1 ).
thr(X, Y) :- ( if X > 0 then throw(X) else Y = X ).
