:- module semidet_call.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, int::out) is det.

:- implementation.

p(Xs, Y) :-
    q(Xs, Y0),
    Y = Y0 + 1.

:- pred q(list(int)::in, int::out) is semidet.
q([X | _], X).
