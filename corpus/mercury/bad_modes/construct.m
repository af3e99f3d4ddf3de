:- module construct.
:- interface.
:- import_module int, list.

:- pred p(int::in, list(int)::out) is det.

:- implementation.

p(X, Ys) :-
    Ys = [X | Rest].
