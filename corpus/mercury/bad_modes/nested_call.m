:- module nested_call.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, int::out) is semidet.

:- implementation.

p(Xs, Y) :-
    Xs = [X | _],
    ( if X > 0 then
        Y = X + Limit
    else
        Y = 0
    ).
