:- module test.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    X > 3,
    Y = X.
