:- module closure_determinism.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, list(int)::out) is det.

:- implementation.

p(Xs, Ys) :-
    list.filter((pred(X::in) is det :- q(X)), Xs, Ys).

:- pred q(int::in) is det.
q(_).
