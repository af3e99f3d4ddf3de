:- module overlapping.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    (
        Y = X
    ;
        Y = X + 1
    ).
