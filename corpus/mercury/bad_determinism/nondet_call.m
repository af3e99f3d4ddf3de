:- module nondet_call.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, int::out) is semidet.

:- implementation.

p(Xs, Y) :-
    list.member(Y, Xs),
    Y > 3.
