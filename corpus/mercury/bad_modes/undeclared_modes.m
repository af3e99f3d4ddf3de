:- module undeclared_modes.
:- interface.
:- import_module int, list.

:- pred p(int::out) is det.

:- implementation.

p(Y) :-
    helper(X, Y),
    helper(Y, X).

:- pred helper(int, int).
helper(X, Y) :-
    Y = X + 1.
