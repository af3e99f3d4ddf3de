:- module disjunction.
% A variable has one type in all alternatives.
:- interface.
:- pred p(int::in, string::out) is det.
:- implementation.
:- import_module int, string.

p(N, S) :-
    (
        N = 1,
        X = "one",
        S = X
    ;
        N = 2,
        X = 2,
        S = string.from_int(X)
    ;
        S = N
    ).
