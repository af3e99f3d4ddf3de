%! run tree23_tests.m
:- module tree23.
:- interface.
:- import_module list.
:- type t23(T) ---> empty ; two(T, t23(T), t23(T)) ; three(T, T, t23(T), t23(T), t23(T)).
:- pred insert(T::in, t23(T)::in, t23(T)::out) is det.
:- pred contains(t23(T)::in, T::in) is semidet.
:- func elems(t23(T)) = list(T).
:- func depth(t23(T)) = int.
:- func from(list(T)) = t23(T).
:- pred elem(T, t23(T)).
:- mode elem(out, in) is nondet.
:- implementation.
:- import_module int.
:- type ins(T) ---> done(t23(T)) ; up(t23(T), T, t23(T)).

insert(X, T0, T) :-
    R = ins(X, T0),
    ( R = done(T)
    ; R = up(L, M, Rt), T = two(M, L, Rt)
    ).

:- func ins(T, t23(T)) = ins(T).
ins(X, empty) = up(empty, X, empty).
ins(X, T @ two(A, L, R)) = Res :-
    compare(C, X, A),
    ( C = (=), Res = done(T)
    ; C = (<),
        RL = ins(X, L),
        ( RL = done(L1), Res = done(two(A, L1, R))
        ; RL = up(P, M, Q), Res = done(three(M, A, P, Q, R))
        )
    ; C = (>),
        RR = ins(X, R),
        ( RR = done(R1), Res = done(two(A, L, R1))
        ; RR = up(P, M, Q), Res = done(three(A, M, L, P, Q))
        )
    ).
ins(X, T @ three(A, B, L, M, R)) = Res :-
    ( if ( X = A ; X = B ) then
        Res = done(T)
    else if compare((<), X, A) then
        Res1 = ins(X, L),
        ( Res1 = done(L1), Res = done(three(A, B, L1, M, R))
        ; Res1 = up(P, K, Q), Res = up(two(K, P, Q), A, two(B, M, R))
        )
    else if compare((<), X, B) then
        Res1 = ins(X, M),
        ( Res1 = done(M1), Res = done(three(A, B, L, M1, R))
        ; Res1 = up(P, K, Q), Res = up(two(A, L, P), K, two(B, Q, R))
        )
    else
        Res1 = ins(X, R),
        ( Res1 = done(R1), Res = done(three(A, B, L, M, R1))
        ; Res1 = up(P, K, Q), Res = up(two(A, L, M), B, two(K, P, Q))
        )
    ).

contains(two(A, L, R), X) :-
    compare(C, X, A),
    ( C = (=) ; C = (<), contains(L, X) ; C = (>), contains(R, X) ).
contains(three(A, B, L, M, R), X) :-
    ( if X = A then true
    else if X = B then true
    else if X @< A then contains(L, X)
    else if X @< B then contains(M, X)
    else contains(R, X)
    ).

elems(empty) = [].
elems(two(A, L, R)) = elems(L) ++ [A] ++ elems(R).
elems(three(A, B, L, M, R)) = elems(L) ++ [A | elems(M)] ++ [B | elems(R)].

depth(empty) = 0.
depth(two(_, L, _)) = 1 + depth(L).
depth(three(_, _, L, _, _)) = 1 + depth(L).

from(Xs) = list.foldl((func(X, T0) = T :- insert(X, T0, T)), Xs, empty).

elem(X, two(A, L, R)) :- ( elem(X, L) ; X = A ; elem(X, R) ).
elem(X, three(A, B, L, M, R)) :- ( elem(X, L) ; X = A ; elem(X, M) ; X = B ; elem(X, R) ).
