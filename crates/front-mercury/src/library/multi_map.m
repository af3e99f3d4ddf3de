% Maps from keys to lists of values that are never empty.
:- module multi_map.
:- interface.
:- import_module assoc_list, list, map, set.

:- type multi_map(K, V) == map(K, list(V)).

:- func init = multi_map(K, V).
:- pred is_empty(multi_map(K, V)::in) is semidet.
:- pred contains(multi_map(K, V)::in, K::in) is semidet.
:- pred member(multi_map(K, V)::in, K::out, V::out) is nondet.
:- pred search(multi_map(K, V)::in, K::in, list(V)::out) is semidet.
:- pred nondet_search(multi_map(K, V)::in, K::in, V::out) is nondet.
:- func lookup(multi_map(K, V), K) = list(V).
:- pred lookup(multi_map(K, V)::in, K::in, list(V)::out) is det.
:- pred nondet_lookup(multi_map(K, V)::in, K::in, V::out) is nondet.
:- func add(multi_map(K, V), K, V) = multi_map(K, V).
:- pred add(K::in, V::in, multi_map(K, V)::in, multi_map(K, V)::out) is det.
:- func set(multi_map(K, V), K, V) = multi_map(K, V).
:- pred set(K::in, V::in, multi_map(K, V)::in, multi_map(K, V)::out) is det.
:- pred delete(K::in, multi_map(K, V)::in, multi_map(K, V)::out) is det.
:- pred delete(K::in, V::in, multi_map(K, V)::in, multi_map(K, V)::out) is det.
:- func keys(multi_map(K, V)) = list(K).
:- func keys_as_set(multi_map(K, V)) = set(K).
:- func values(multi_map(K, V)) = list(V).
:- func to_assoc_list(multi_map(K, V)) = assoc_list(K, list(V)).
:- func to_flat_assoc_list(multi_map(K, V)) = assoc_list(K, V).
:- func from_flat_assoc_list(assoc_list(K, V)) = multi_map(K, V).
:- func count(multi_map(K, V)) = int.
:- func all_count(multi_map(K, V)) = int.

:- implementation.
:- import_module pair.

init = map.init.
is_empty(Map) :-
    map.is_empty(Map).
contains(Map, K) :-
    map.contains(Map, K).
member(Map, K, V) :-
    map.member(Map, K, Vs),
    list.member(V, Vs).
search(Map, K, Vs) :-
    map.search(Map, K, Vs).
nondet_search(Map, K, V) :-
    map.search(Map, K, Vs),
    list.member(V, Vs).
lookup(Map, K) = map.lookup(Map, K).
lookup(Map, K, map.lookup(Map, K)).
nondet_lookup(Map, K, V) :-
    nondet_search(Map, K, V).
add(Map0, K, V) = Map :-
    add(K, V, Map0, Map).
add(K, V, !Map) :-
    ( if map.search(!.Map, K, Vs) then
        map.set(K, Vs ++ [V], !Map)
    else
        map.set(K, [V], !Map)
    ).
set(Map0, K, V) = add(Map0, K, V).
set(K, V, !Map) :-
    add(K, V, !Map).
delete(K, !Map) :-
    map.delete(K, !Map).
delete(K, V, !Map) :-
    ( if map.search(!.Map, K, Vs0) then
        list.delete_all(Vs0, V, Vs),
        (
            Vs = [],
            map.delete(K, !Map)
        ;
            Vs = [_ | _],
            map.set(K, Vs, !Map)
        )
    else
        true
    ).
keys(Map) = map.keys(Map).
keys_as_set(Map) = map.keys_as_set(Map).
values(Map) = list.condense(map.values(Map)).
to_assoc_list(Map) = map.to_assoc_list(Map).
to_flat_assoc_list(Map) = list.condense(list.map(spread, map.to_assoc_list(Map))).

:- func spread(pair(K, list(V))) = assoc_list(K, V).

spread(K - Vs) = list.map((func(V) = K - V), Vs).

from_flat_assoc_list(KVs) = list.foldl((func(K - V, Map) = add(Map, K, V)), KVs, map.init).
count(Map) = map.count(Map).
all_count(Map) = list.length(multi_map.values(Map)).
