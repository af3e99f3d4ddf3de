:- module disjunction.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out, int::out) is nondet.

:- implementation.

p(X, Y, Z) :-
    (
        Y = X
    ;
        Y = X + 1,
        Z = X
    ).
