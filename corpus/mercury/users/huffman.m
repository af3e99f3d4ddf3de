%! run huffman_tests.m
:- module huffman.
:- interface.
:- import_module assoc_list, char, list, map, pair, string.
:- type tree ---> leaf(char, int) ; fork(tree, tree, int).
:- type bit ---> o ; i.
:- func tree(string) = tree is semidet.
:- func codes(tree) = map(char, list(bit)).
:- func encode(tree, string) = list(bit).
:- pred decode(tree::in, list(bit)::in, string::out) is semidet.
:- func weight(tree) = int.
:- func frequencies(string) = assoc_list(char, int).
:- implementation.
:- import_module int, pqueue, bag, counter.

frequencies(S) = bag.to_assoc_list(bag.from_list(to_char_list(S))).

weight(leaf(_, W)) = W.
weight(fork(_, _, W)) = W.

tree(S) = Tree :-
    Leaves = list.map((func(C - N) = leaf(C, N)), frequencies(S)),
    list.foldl((pred(L::in, Q0::in, Q::out) is det :- pqueue.insert(weight(L), L, Q0, Q)),
        Leaves, pqueue.init, Queue),
    build(Queue, Tree).

:- pred build(pqueue(int, tree)::in, tree::out) is semidet.
build(Q0, Tree) :-
    pqueue.remove(_, A, Q0, Q1),
    ( if pqueue.remove(_, B, Q1, Q2) then
        W = weight(A) + weight(B),
        pqueue.insert(W, fork(A, B, W), Q2, Q3),
        build(Q3, Tree)
    else
        Tree = A
    ).

codes(T) = Map :- walk(T, [], map.init, Map).

:- pred walk(tree::in, list(bit)::in, map(char, list(bit))::in, map(char, list(bit))::out) is det.
walk(leaf(C, _), Rev, !M) :- map.det_insert(C, list.reverse(Rev), !M).
walk(fork(L, R, _), Rev, !M) :-
    walk(L, [o | Rev], !M),
    walk(R, [i | Rev], !M).

encode(T, S) = list.condense(list.map(map.lookup(codes(T)), to_char_list(S))).

decode(T, Bits, S) :-
    decode_chars(T, Bits, Cs),
    S = from_char_list(Cs).

:- pred decode_chars(tree::in, list(bit)::in, list(char)::out) is semidet.
decode_chars(T, Bits, Cs) :-
    (
        Bits = [],
        Cs = []
    ;
        Bits = [_ | _],
        one(T, C, Bits, Rest),
        list.length(Rest) < list.length(Bits) `with_type` int,
        decode_chars(T, Rest, Cs0),
        Cs = [C | Cs0]
    ).

:- pred one(tree::in, char::out, list(bit)::in, list(bit)::out) is semidet.
one(leaf(C, _), C) --> [].
one(fork(L, R, _), C) -->
    [B],
    ( { B = o }, one(L, C)
    ; { B = i }, one(R, C)
    ).
