:- module committed.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, int::out) is nondet.

:- implementation.

p(Xs, Y) :-
    q(Xs, Y),
    Y > 3.

:- pred q(list(int)::in, int::out) is cc_nondet.
q(Xs, Y) :-
    list.member(Y, Xs).
