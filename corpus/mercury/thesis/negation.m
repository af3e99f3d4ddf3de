% Figure 2.4 for negations and conditions: the last failing trace goes on.
%! trace {} --goal "n(3, [1, 2])" --goal "n(2, [1, 2])" --goal "c([3], X)" --goal "c([], X)" --segments
%! graph {} --of cfg
:- module negation.
:- interface.
:- import_module int, list.

:- pred n(int::in, list(int)::in) is semidet.
:- pred c(list(int)::in, int::out) is det.

:- implementation.

n(X, L) :-
    not (
        mem(Y, L),
        Y = X
    ).

c(L, X) :-
    ( if mem(Y, L), Y > 2 then
        X = Y
    else
        X = 0
    ).

:- pred mem(int::out, list(int)::in) is nondet.

mem(X, [X | _]).
mem(X, [_ | Xs]) :-
    mem(X, Xs).
