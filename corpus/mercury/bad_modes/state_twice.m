:- module state_twice.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    not (q(X, Z), Z > 1),
    Y = Z.

:- pred q(int::in, int::out) is det.
q(X, X).
