:- module conditional.
:- interface.
:- import_module int, list.

:- pred p(int::in, int::out) is det.

:- implementation.

p(X, Y) :-
    ( if X > 0 then
        Y = X
    else
        true
    ).
