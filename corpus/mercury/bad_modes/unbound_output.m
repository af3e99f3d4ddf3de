:- module unbound_output.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is semidet.

:- implementation.

p(X, _) :-
    X > 0.
