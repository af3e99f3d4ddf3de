:- module committed_in_det.
:- interface.
:- import_module int, list.

:- pred p(int::out) is det.

:- implementation.

p(Y) :-
    q(Y).

:- pred q(int::out) is cc_multi.
q(1).
q(2).
