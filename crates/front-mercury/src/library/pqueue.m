% Queues with priorities: the smallest key comes first. Leftist heaps.
:- module pqueue.
:- interface.
:- import_module assoc_list.

:- type pqueue(K, V).

:- func init = pqueue(K, V).
:- pred init(pqueue(K, V)::out) is det.
:- pred is_empty(pqueue(K, V)::in) is semidet.
:- func insert(pqueue(K, V), K, V) = pqueue(K, V).
:- pred insert(K::in, V::in, pqueue(K, V)::in, pqueue(K, V)::out) is det.
:- pred peek(pqueue(K, V)::in, K::out, V::out) is semidet.
:- pred peek_key(pqueue(K, V)::in, K::out) is semidet.
:- pred peek_value(pqueue(K, V)::in, V::out) is semidet.
:- pred remove(K::out, V::out, pqueue(K, V)::in, pqueue(K, V)::out) is semidet.
:- pred merge(pqueue(K, V)::in, pqueue(K, V)::in, pqueue(K, V)::out) is det.
:- func to_assoc_list(pqueue(K, V)) = assoc_list(K, V).
:- func assoc_list_to_pqueue(assoc_list(K, V)) = pqueue(K, V).
:- func length(pqueue(K, V)) = int.

:- implementation.
:- import_module int, list, pair.

% The first number is the length of the shortest way to the right.
:- type pqueue(K, V)
    --->    empty
    ;       heap(int, K, V, pqueue(K, V), pqueue(K, V)).

:- func rank(pqueue(K, V)) = int.

rank(empty) = 0.
rank(heap(Rank, _, _, _, _)) = Rank.

:- func made(K, V, pqueue(K, V), pqueue(K, V)) = pqueue(K, V).

made(K, V, A, B) =
    ( if rank(A) >= rank(B) then
        heap(rank(B) + 1, K, V, A, B)
    else
        heap(rank(A) + 1, K, V, B, A)
    ).

init = empty.
init(empty).
is_empty(empty).
insert(Queue0, K, V) = Queue :-
    merge(heap(1, K, V, empty, empty), Queue0, Queue).
insert(K, V, Queue, insert(Queue, K, V)).
peek(heap(_, K, V, _, _), K, V).
peek_key(heap(_, K, _, _, _), K).
peek_value(heap(_, _, V, _, _), V).
remove(K, V, heap(_, K, V, A, B), Queue) :-
    merge(A, B, Queue).
merge(empty, B, B).
merge(heap(Rank, K, V, L, R), B, Merged) :-
    (
        B = empty,
        Merged = heap(Rank, K, V, L, R)
    ;
        B = heap(_, BK, BV, BL, BR),
        compare(Order, K, BK),
        ( if Order = (>) then
            merge(heap(Rank, K, V, L, R), BR, Rest),
            Merged = made(BK, BV, BL, Rest)
        else
            merge(R, B, Rest),
            Merged = made(K, V, L, Rest)
        )
    ).
to_assoc_list(Queue) = List :-
    ( if remove(K, V, Queue, Rest) then
        List = [K - V | to_assoc_list(Rest)]
    else
        List = []
    ).
assoc_list_to_pqueue(List) = list.foldl((func(K - V, Queue) = insert(Queue, K, V)), List, empty).
length(empty) = 0.
length(heap(_, _, _, A, B)) = 1 + length(A) + length(B).
