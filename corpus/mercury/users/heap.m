%! run heap_tests.m
:- module heap.
:- interface.
:- import_module list.
% A leftist heap with the ordering given by a closure stored in the heap.
:- type order(T) == (func(T, T) = comparison_result).
:- type heap(T) ---> heap(order(T), tree(T)).
:- type tree(T) ---> empty ; node(int, T, tree(T), tree(T)).

:- func new(order(T)) = heap(T).
:- pred push(T::in, heap(T)::in, heap(T)::out) is det.
:- pred pop(T::out, heap(T)::in, heap(T)::out) is semidet.
:- func sort_with(order(T), list(T)) = list(T).
:- func descending(T, T) = comparison_result.
:- func ascending(T, T) = comparison_result.
:- pred top_n(int::in, list(T)::in, list(T)::out) is det.

:- implementation.
:- import_module int.

new(Order) = heap(Order, empty).

:- func rank(tree(_)) = int.
rank(empty) = 0.
rank(node(R, _, _, _)) = R.

:- func make(T, tree(T), tree(T)) = tree(T).
make(X, A, B) =
    ( if rank(A) >= rank(B) then
        node(rank(B) + 1, X, A, B)
    else
        node(rank(A) + 1, X, B, A)
    ).

:- func merge(order(T), tree(T), tree(T)) = tree(T).
merge(_, empty, H) = H.
merge(_, H @ node(_, _, _, _), empty) = H.
merge(Cmp, H1 @ node(_, X, L1, R1), H2 @ node(_, Y, L2, R2)) = H :-
    C = Cmp(X, Y),
    ( ( C = (<) ; C = (=) ),
        H = make(X, L1, merge(Cmp, R1, H2))
    ; C = (>),
        H = make(Y, L2, merge(Cmp, H1, R2))
    ).

push(X, heap(Cmp, T0), heap(Cmp, T)) :-
    T = merge(Cmp, node(1, X, empty, empty), T0).

pop(X, heap(Cmp, node(_, X, L, R)), heap(Cmp, merge(Cmp, L, R))).

sort_with(Cmp, Xs) = drain(H) :-
    list.foldl(push, Xs, new(Cmp), H).

:- func drain(heap(T)) = list(T).
drain(H0) = ( if pop(X, H0, H) then [X | drain(H)] else [] ).

ascending(X, Y) = R :- compare(R, X, Y).
descending(X, Y) = ascending(Y, X).

top_n(N, Xs, Top) :-
    list.foldl(push, Xs, new(descending), Heap),
    take_heap(N, Top, Heap, _).

:- pred take_heap(int::in, list(T)::out, heap(T)::in, heap(T)::out) is det.
take_heap(N, Xs, !Heap) :-
    ( if N = 0 then
        Xs = []
    else if pop(X, !Heap) then
        take_heap(N - 1, Xs0, !Heap),
        Xs = [X | Xs0]
    else
        Xs = []
    ).
