% Modules within modules.
:- module outer.
:- interface.
:- import_module list, map, pair.
:- include_module outer.elsewhere, outer.further.

:- type tree(K, V) ---> leaf ; node(tree(K, V), K, V, tree(K, V)).

    :- module outer.inner.
    :- interface.
    :- pred size(tree(K, V)::in, int::out) is det.
    :- implementation.
    :- use_module int.

    size(leaf, 0).
    size(node(L, _, _, R), int.'+'(NL, NR)) :-
        size(L, NL),
        outer.inner.size(R, NR).
    :- end_module outer.inner.

:- func keys(tree(K, V)) = list(K).

:- implementation.

    :- module second.
    :- interface.
    :- func one = int.
    :- implementation.
    one = 1.
    :- end_module second.

keys(leaf) = [].
keys(node(L, K, _, R)) = keys(L) ++ [K | outer.keys(R)].

:- end_module outer.
