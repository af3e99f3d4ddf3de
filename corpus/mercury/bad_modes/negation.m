:- module negation.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is semidet.

:- implementation.

p(X, Y) :-
    not Y = X.
