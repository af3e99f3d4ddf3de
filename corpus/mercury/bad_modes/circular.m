:- module circular.
:- interface.
:- import_module int, list.

:- pred p(int::out, int::out) is det.

:- implementation.

p(X, Y) :-
    X = Y + 1,
    Y = X - 1.
