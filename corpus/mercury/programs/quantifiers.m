% Quantifiers, implications, negations and their variables.
:- module quantifiers.
:- interface.
:- import_module list.

:- pred subset(list(T)::in, list(T)::in) is semidet.
:- pred sorted(list(int)::in) is semidet.
:- pred disjoint(list(T)::in, list(T)::in) is semidet.
:- pred same_elements(list(T)::in, list(T)::in) is semidet.
:- pred twice(int::in, string::out) is semidet.

:- implementation.
:- import_module int, string.

subset(Xs, Ys) :-
    all [X] ( list.member(X, Xs) => list.member(X, Ys) ).

sorted(Xs) :-
    not (
        list.append(_, [A, B | _], Xs),
        A > B
    ).

disjoint(Xs, Ys) :-
    not ( some [X] ( list.member(X, Xs), list.member(X, Ys) ) ).

same_elements(Xs, Ys) :-
    all [E] ( list.member(E, Xs) => list.member(E, Ys) ),
    all [F] ( list.member(F, Ys) => list.member(F, Xs) ),
    ( Xs = [] <=> Ys = [] ).

% One name, different variables of different types.
twice(N, S) :-
    ( not ( Z = 1, N = Z ) ; not ( Z = "z", S = Z ) ),
    ( if X = N + 1, X > 2 then
        S = string.from_int(X)
    else
        some [X] ( X = "zero", S = X )
    ),
    ( not ( Y = "a", S = Y )
    ; not ( Y = 2, N = Y )
    ).
