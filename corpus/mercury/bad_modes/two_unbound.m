:- module two_unbound.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(_, Y) :-
    Y = Z,
    Z = W,
    q(W).

:- pred q(int::in) is det.
q(_).
