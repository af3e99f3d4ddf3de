%! run fqueue_tests.m
% A functional queue with a size, built on two lists.
:- module fqueue.
:- interface.
:- import_module list.
:- import_module maybe.

:- type fqueue(T)
    --->    fqueue(
                fq_size  :: int,
                fq_front :: list(T),
                fq_back  :: list(T)
            ).

:- func empty = fqueue(T).
:- pred is_empty(fqueue(T)::in) is semidet.
:- pred put(T::in, fqueue(T)::in, fqueue(T)::out) is det.
:- pred get(T::out, fqueue(T)::in, fqueue(T)::out) is semidet.
:- func peek(fqueue(T)) = maybe(T).
:- func to_list(fqueue(T)) = list(T).
:- func from_list(list(T)) = fqueue(T).
:- pred rotate(int::in, fqueue(T)::in, fqueue(T)::out) is det.
:- func josephus(int, int) = list(int).

:- implementation.
:- import_module int.

empty = fqueue(0, [], []).

is_empty(Q) :- Q ^ fq_size = 0.

put(X, !Q) :-
    !Q ^ fq_back := [X | !.Q ^ fq_back],
    !Q ^ fq_size := !.Q ^ fq_size + 1.

get(X, fqueue(N, Front0, Back0), fqueue(N - 1, Front, Back)) :-
    (
        Front0 = [X | Front],
        Back = Back0
    ;
        Front0 = [],
        list.reverse(Back0, [X | Front]),
        Back = []
    ).

peek(Q) = M :-
    ( if get(X, Q, _) then
        M = yes(X)
    else
        M = no
    ).

to_list(Q) = Q ^ fq_front ++ list.reverse(Q ^ fq_back).

from_list(L) = fqueue(length(L), L, []).

rotate(N, !Q) :-
    ( if N > 0, get(X, !Q) then
        put(X, !Q),
        rotate(N - 1, !Q)
    else
        true
    ).

josephus(N, K) = eliminate(K, from_list(1 .. N)).

:- func eliminate(int, fqueue(int)) = list(int).

eliminate(K, Q0) = Order :-
    rotate(K - 1, Q0, Q1),
    ( if get(Victim, Q1, Q2) then
        Order = [Victim | eliminate(K, Q2)]
    else
        Order = []
    ).
