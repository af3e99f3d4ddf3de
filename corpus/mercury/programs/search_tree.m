% Binary search trees over any type, with folds.
:- module search_tree.
:- interface.
:- import_module assoc_list, io, list, maybe.

:- type tree(K, V)
    --->    leaf
    ;       node(
                left  :: tree(K, V),
                key   :: K,
                value :: V,
                right :: tree(K, V)
            ).

:- pred insert(K::in, V::in, tree(K, V)::in, tree(K, V)::out) is det.
:- func lookup(tree(K, V), K) = maybe(V).
:- func size(tree(K, V)) = int.
:- func depth(tree(K, V)) = int.
:- func to_assoc_list(tree(K, V)) = assoc_list(K, V).
:- func from_assoc_list(assoc_list(K, V)) = tree(K, V).
:- func map_values(func(V) = W, tree(K, V)) = tree(K, W).
:- pred fold(pred(K, V, A, A), tree(K, V), A, A).
:- mode fold(pred(in, in, in, out) is det, in, in, out) is det.
:- mode fold(pred(in, in, di, uo) is det, in, di, uo) is det.
:- pred member(tree(K, V)::in, K::out, V::out) is nondet.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, pair, solutions, string.

insert(K, V, leaf, node(leaf, K, V, leaf)).
insert(K, V, node(L, K0, V0, R), Tree) :-
    compare(Order, K, K0),
    (
        Order = (=),
        Tree = node(L, K, V, R)
    ;
        Order = (<),
        insert(K, V, L, L1),
        Tree = node(L1, K0, V0, R)
    ;
        Order = (>),
        insert(K, V, R, R1),
        Tree = node(L, K0, V0, R1)
    ).

lookup(leaf, _) = no.
lookup(node(L, K0, V, R), K) = Result :-
    compare(Order, K, K0),
    (
        Order = (=),
        Result = yes(V)
    ;
        Order = (<),
        Result = lookup(L, K)
    ;
        Order = (>),
        Result = lookup(R, K)
    ).

size(leaf) = 0.
size(node(L, _, _, R)) = size(L) + 1 + size(R).

depth(leaf) = 0.
depth(node(L, _, _, R)) = 1 + int.max(depth(L), depth(R)).

to_assoc_list(Tree) = List :-
    flatten(Tree, [], List).

:- pred flatten(tree(K, V)::in, assoc_list(K, V)::in, assoc_list(K, V)::out) is det.

flatten(leaf, !List).
flatten(node(L, K, V, R), !List) :-
    flatten(R, !List),
    !:List = [K - V | !.List],
    flatten(L, !List).

from_assoc_list([]) = leaf.
from_assoc_list([K - V | KVs]) = Tree :-
    insert(K, V, from_assoc_list(KVs), Tree).

map_values(_, leaf) = leaf.
map_values(F, node(L, K, V, R)) = node(map_values(F, L), K, F(V), map_values(F, R)).

fold(_, leaf, !Acc).
fold(P, node(L, K, V, R), !Acc) :-
    fold(P, L, !Acc),
    P(K, V, !Acc),
    fold(P, R, !Acc).

member(node(L, K0, V0, R), K, V) :-
    (
        member(L, K, V)
    ;
        K = K0,
        V = V0
    ;
        member(R, K, V)
    ).

main(!IO) :-
    Tree = from_assoc_list(["one" - 1, "two" - 2, "three" - 3]),
    Squares = map_values((func(N) = N * N), Tree),
    fold(
        (pred(K::in, V::in, !.S::di, !:S::uo) is det :-
            io.format("%s -> %d\n", [s(K), i(V)], !S)
        ), Squares, !IO),
    solutions((pred(K::out) is nondet :- member(Squares, K, V), V > 1), Large),
    io.write_line(Large, !IO),
    Found = lookup(Tree, "two"),
    (
        Found = yes(Two),
        io.write_int(Two, !IO),
        io.nl(!IO)
    ;
        Found = no,
        io.write_string("none\n", !IO)
    ).
