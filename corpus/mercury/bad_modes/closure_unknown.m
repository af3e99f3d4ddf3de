:- module closure_unknown.
:- interface.
:- import_module int, list.

:- pred p(pred(int)::in, int::in) is semidet.

:- implementation.

p(P, X) :-
    P(X).
