:- module condition.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, int::out) is det.

:- implementation.

p(Xs, Y) :-
    ( if Xs = [Y | _] then
        true
    else
        Y = 0
    ).
