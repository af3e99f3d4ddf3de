:- module closure_unbound.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    Y = F(X),
    q(F).

:- pred q((func(int) = int)::in) is det.
q(_).
