:- module unbound_argument.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    Y = X + Z,
    q(Z).

:- pred q(int::in) is det.
q(_).
