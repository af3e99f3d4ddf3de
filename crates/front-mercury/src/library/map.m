% Maps from keys to values, as balanced trees: the heights of two siblings differ by one at most.
:- module map.
:- interface.
:- import_module assoc_list, list, maybe, set.

:- type map(K, V).

:- func init = map(K, V).
:- pred init(map(K, V)::out) is det.
:- func singleton(K, V) = map(K, V).
:- pred is_empty(map(K, V)::in) is semidet.
:- pred is_not_empty(map(K, V)::in) is semidet.
:- pred equal(map(K, V)::in, map(K, V)::in) is semidet.
:- pred contains(map(K, V)::in, K::in) is semidet.
:- pred member(map(K, V)::in, K::out, V::out) is nondet.
:- pred search(map(K, V)::in, K::in, V::out) is semidet.
:- func search(map(K, V), K) = V is semidet.
:- pred lookup(map(K, V)::in, K::in, V::out) is det.
:- func lookup(map(K, V), K) = V.
:- func elem(K, map(K, V)) = V is semidet.
:- func det_elem(K, map(K, V)) = V.
:- func 'elem :='(K, map(K, V), V) = map(K, V).
:- func 'det_elem :='(K, map(K, V), V) = map(K, V).
:- pred inverse_search(map(K, V)::in, V::in, K::out) is nondet.
:- func min_key(map(K, V)) = K is semidet.
:- func max_key(map(K, V)) = K is semidet.
:- func det_min_key(map(K, V)) = K.
:- func det_max_key(map(K, V)) = K.
:- pred lower_bound_search(map(K, V)::in, K::in, K::out, V::out) is semidet.
:- pred upper_bound_search(map(K, V)::in, K::in, K::out, V::out) is semidet.

:- pred insert(K::in, V::in, map(K, V)::in, map(K, V)::out) is semidet.
:- func insert(map(K, V), K, V) = map(K, V) is semidet.
:- pred det_insert(K::in, V::in, map(K, V)::in, map(K, V)::out) is det.
:- func det_insert(map(K, V), K, V) = map(K, V).
:- pred det_insert_from_assoc_list(assoc_list(K, V)::in, map(K, V)::in, map(K, V)::out) is det.
:- pred search_insert(K::in, V::in, maybe(V)::out, map(K, V)::in, map(K, V)::out) is det.
:- pred update(K::in, V::in, map(K, V)::in, map(K, V)::out) is semidet.
:- func update(map(K, V), K, V) = map(K, V) is semidet.
:- pred det_update(K::in, V::in, map(K, V)::in, map(K, V)::out) is det.
:- func det_update(map(K, V), K, V) = map(K, V).
:- pred set(K::in, V::in, map(K, V)::in, map(K, V)::out) is det.
:- func set(map(K, V), K, V) = map(K, V).
:- pred set_from_assoc_list(assoc_list(K, V)::in, map(K, V)::in, map(K, V)::out) is det.
:- func set_from_assoc_list(map(K, V), assoc_list(K, V)) = map(K, V).
:- pred set_from_corresponding_lists(list(K)::in, list(V)::in, map(K, V)::in, map(K, V)::out) is det.
:- pred transform_value(pred(V, V)::in(pred(in, out) is det), K::in, map(K, V)::in, map(K, V)::out)
    is semidet.
:- pred det_transform_value(pred(V, V)::in(pred(in, out) is det), K::in, map(K, V)::in, map(K, V)::out)
    is det.
:- func det_transform_value(func(V) = V, K, map(K, V)) = map(K, V).
:- pred delete(K::in, map(K, V)::in, map(K, V)::out) is det.
:- func delete(map(K, V), K) = map(K, V).
:- pred delete_list(list(K)::in, map(K, V)::in, map(K, V)::out) is det.
:- func delete_list(map(K, V), list(K)) = map(K, V).
:- pred remove(K::in, V::out, map(K, V)::in, map(K, V)::out) is semidet.
:- pred det_remove(K::in, V::out, map(K, V)::in, map(K, V)::out) is det.
:- pred remove_smallest(K::out, V::out, map(K, V)::in, map(K, V)::out) is semidet.

:- func count(map(K, V)) = int.
:- pred count(map(K, V)::in, int::out) is det.
:- func keys(map(K, V)) = list(K).
:- pred keys(map(K, V)::in, list(K)::out) is det.
:- func sorted_keys(map(K, V)) = list(K).
:- pred sorted_keys(map(K, V)::in, list(K)::out) is det.
:- func keys_as_set(map(K, V)) = set(K).
:- func values(map(K, V)) = list(V).
:- pred values(map(K, V)::in, list(V)::out) is det.
:- pred keys_and_values(map(K, V)::in, list(K)::out, list(V)::out) is det.
:- func to_assoc_list(map(K, V)) = assoc_list(K, V).
:- pred to_assoc_list(map(K, V)::in, assoc_list(K, V)::out) is det.
:- func to_sorted_assoc_list(map(K, V)) = assoc_list(K, V).
:- pred to_sorted_assoc_list(map(K, V)::in, assoc_list(K, V)::out) is det.
:- func from_assoc_list(assoc_list(K, V)) = map(K, V).
:- pred from_assoc_list(assoc_list(K, V)::in, map(K, V)::out) is det.
:- func from_sorted_assoc_list(assoc_list(K, V)) = map(K, V).
:- pred from_sorted_assoc_list(assoc_list(K, V)::in, map(K, V)::out) is det.
:- func from_corresponding_lists(list(K), list(V)) = map(K, V).
:- pred from_corresponding_lists(list(K)::in, list(V)::in, map(K, V)::out) is det.

:- func select(map(K, V), set(K)) = map(K, V).
:- pred select(map(K, V)::in, set(K)::in, map(K, V)::out) is det.
:- func select_sorted_list(map(K, V), list(K)) = map(K, V).
:- func apply_to_list(list(K), map(K, V)) = list(V).
:- pred apply_to_list(list(K)::in, map(K, V)::in, list(V)::out) is det.
:- func merge(map(K, V), map(K, V)) = map(K, V).
:- pred merge(map(K, V)::in, map(K, V)::in, map(K, V)::out) is det.
:- func old_merge(map(K, V), map(K, V)) = map(K, V).
:- func overlay(map(K, V), map(K, V)) = map(K, V).
:- pred overlay(map(K, V)::in, map(K, V)::in, map(K, V)::out) is det.
:- func common_subset(map(K, V), map(K, V)) = map(K, V).
:- func union(func(V, V) = V, map(K, V), map(K, V)) = map(K, V).
:- pred union(pred(V, V, V)::in(pred(in, in, out) is det), map(K, V)::in, map(K, V)::in, map(K, V)::out)
    is det.
:- func intersect(func(V, V) = V, map(K, V), map(K, V)) = map(K, V).
:- func difference(map(K, V), map(K, _)) = map(K, V).

:- func map_values(func(K, V) = W, map(K, V)) = map(K, W).
:- pred map_values(pred(K, V, W), map(K, V), map(K, W)).
:- mode map_values(pred(in, in, out) is det, in, out) is det.
:- mode map_values(pred(in, in, out) is semidet, in, out) is semidet.
:- func map_values_only(func(V) = W, map(K, V)) = map(K, W).
:- pred map_values_only(pred(V, W), map(K, V), map(K, W)).
:- mode map_values_only(pred(in, out) is det, in, out) is det.
:- mode map_values_only(pred(in, out) is semidet, in, out) is semidet.
:- pred filter_map_values(pred(K, V, W)::in(pred(in, in, out) is semidet), map(K, V)::in, map(K, W)::out)
    is det.
:- pred map_foldl(pred(K, V, W, A, A), map(K, V), map(K, W), A, A).
:- mode map_foldl(pred(in, in, out, in, out) is det, in, out, in, out) is det.
:- mode map_foldl(pred(in, in, out, di, uo) is det, in, out, di, uo) is det.
:- pred all_true(pred(K, V)::in(pred(in, in) is semidet), map(K, V)::in) is semidet.
:- func foldl(func(K, V, A) = A, map(K, V), A) = A.
:- pred foldl(pred(K, V, A, A), map(K, V), A, A).
:- mode foldl(pred(in, in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, in, out) is semidet, in, in, out) is semidet.
:- mode foldl(pred(in, in, di, uo) is cc_multi, in, di, uo) is cc_multi.
:- pred foldl2(pred(K, V, A, A, B, B), map(K, V), A, A, B, B).
:- mode foldl2(pred(in, in, in, out, in, out) is det, in, in, out, in, out) is det.
:- mode foldl2(pred(in, in, in, out, di, uo) is det, in, in, out, di, uo) is det.
:- mode foldl2(pred(in, in, in, out, in, out) is semidet, in, in, out, in, out) is semidet.
:- pred foldl_values(pred(V, A, A), map(K, V), A, A).
:- mode foldl_values(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl_values(pred(in, di, uo) is det, in, di, uo) is det.
:- func foldr(func(K, V, A) = A, map(K, V), A) = A.
:- pred foldr(pred(K, V, A, A), map(K, V), A, A).
:- mode foldr(pred(in, in, in, out) is det, in, in, out) is det.
:- mode foldr(pred(in, in, di, uo) is det, in, di, uo) is det.

:- implementation.
:- import_module int, pair, require.

:- type map(K, V)
    --->    empty
    ;       node(int, K, V, map(K, V), map(K, V)).

:- func height(map(K, V)) = int.

height(empty) = 0.
height(node(H, _, _, _, _)) = H.

% A node over two trees whose heights differ by one at most.
:- func join(K, V, map(K, V), map(K, V)) = map(K, V).

join(K, V, L, R) = node(max(height(L), height(R)) + 1, K, V, L, R).

% A node over two trees whose heights differ by two at most.
:- func balance(K, V, map(K, V), map(K, V)) = map(K, V).

balance(K, V, L, R) = Tree :-
    ( if height(L) > height(R) + 1, L = node(_, LK, LV, LL, LR) then
        ( if height(LL) < height(LR), LR = node(_, MK, MV, ML, MR) then
            Tree = join(MK, MV, join(LK, LV, LL, ML), join(K, V, MR, R))
        else
            Tree = join(LK, LV, LL, join(K, V, LR, R))
        )
    else if height(R) > height(L) + 1, R = node(_, RK, RV, RL, RR) then
        ( if height(RR) < height(RL), RL = node(_, MK, MV, ML, MR) then
            Tree = join(MK, MV, join(K, V, L, ML), join(RK, RV, MR, RR))
        else
            Tree = join(RK, RV, join(K, V, L, RL), RR)
        )
    else
        Tree = join(K, V, L, R)
    ).

init = empty.
init(empty).
singleton(K, V) = node(1, K, V, empty, empty).
is_empty(empty).
is_not_empty(node(_, _, _, _, _)).
equal(A, B) :-
    to_assoc_list(A) = to_assoc_list(B).
contains(Map, K) :-
    search(Map, K, _).
member(node(_, K0, V0, L, R), K, V) :-
    (
        member(L, K, V)
    ;
        K = K0,
        V = V0
    ;
        member(R, K, V)
    ).
search(node(_, K0, V0, L, R), K, V) :-
    compare(Order, K, K0),
    (
        Order = (<),
        search(L, K, V)
    ;
        Order = (=),
        V = V0
    ;
        Order = (>),
        search(R, K, V)
    ).
search(Map, K) = V :-
    search(Map, K, V).
lookup(Map, K, V) :-
    ( if search(Map, K, V0) then
        V = V0
    else
        report_lookup_error("map.lookup: key not found", K)
    ).
lookup(Map, K) = V :-
    lookup(Map, K, V).
elem(K, Map) = search(Map, K).
det_elem(K, Map) = lookup(Map, K).
'elem :='(K, Map, V) = set(Map, K, V).
'det_elem :='(K, Map, V) = det_update(Map, K, V).
inverse_search(Map, V, K) :-
    member(Map, K, V).
min_key(node(_, K, _, L, _)) = ( if Found = min_key(L) then Found else K ).
max_key(node(_, K, _, _, R)) = ( if Found = max_key(R) then Found else K ).
det_min_key(Map) = ( if K = min_key(Map) then K else unexpected($pred, "empty map") ).
det_max_key(Map) = ( if K = max_key(Map) then K else unexpected($pred, "empty map") ).
lower_bound_search(node(_, K0, V0, L, R), Bound, K, V) :-
    compare(Order, Bound, K0),
    (
        Order = (<),
        lower_bound_search(L, Bound, K, V)
    ;
        Order = (=),
        K = K0,
        V = V0
    ;
        Order = (>),
        ( if lower_bound_search(R, Bound, K1, V1) then
            K = K1,
            V = V1
        else
            K = K0,
            V = V0
        )
    ).
upper_bound_search(node(_, K0, V0, L, R), Bound, K, V) :-
    compare(Order, Bound, K0),
    (
        Order = (<),
        ( if upper_bound_search(L, Bound, K1, V1) then
            K = K1,
            V = V1
        else
            K = K0,
            V = V0
        )
    ;
        Order = (=),
        K = K0,
        V = V0
    ;
        Order = (>),
        upper_bound_search(R, Bound, K, V)
    ).

insert(K, V, empty, node(1, K, V, empty, empty)).
insert(K, V, node(_, K0, V0, L, R), Map) :-
    compare(Order, K, K0),
    (
        Order = (<),
        insert(K, V, L, L1),
        Map = balance(K0, V0, L1, R)
    ;
        Order = (>),
        insert(K, V, R, R1),
        Map = balance(K0, V0, L, R1)
    ).
insert(Map0, K, V) = Map :-
    insert(K, V, Map0, Map).
det_insert(K, V, !Map) :-
    ( if insert(K, V, !Map) then
        true
    else
        report_lookup_error("map.det_insert: key already present", K)
    ).
det_insert(Map0, K, V) = Map :-
    det_insert(K, V, Map0, Map).
det_insert_from_assoc_list([], !Map).
det_insert_from_assoc_list([K - V | KVs], !Map) :-
    det_insert(K, V, !Map),
    det_insert_from_assoc_list(KVs, !Map).
search_insert(K, V, Old, !Map) :-
    ( if search(!.Map, K, V0) then
        Old = yes(V0)
    else
        Old = no,
        set(K, V, !Map)
    ).
update(K, V, !Map) :-
    contains(!.Map, K),
    set(K, V, !Map).
update(Map0, K, V) = Map :-
    update(K, V, Map0, Map).
det_update(K, V, !Map) :-
    ( if update(K, V, !Map) then
        true
    else
        report_lookup_error("map.det_update: key not found", K)
    ).
det_update(Map0, K, V) = Map :-
    det_update(K, V, Map0, Map).
set(K, V, empty, node(1, K, V, empty, empty)).
set(K, V, node(H, K0, V0, L, R), Map) :-
    compare(Order, K, K0),
    (
        Order = (<),
        set(K, V, L, L1),
        Map = balance(K0, V0, L1, R)
    ;
        Order = (=),
        Map = node(H, K, V, L, R)
    ;
        Order = (>),
        set(K, V, R, R1),
        Map = balance(K0, V0, L, R1)
    ).
set(Map0, K, V) = Map :-
    set(K, V, Map0, Map).
set_from_assoc_list([], !Map).
set_from_assoc_list([K - V | KVs], !Map) :-
    set(K, V, !Map),
    set_from_assoc_list(KVs, !Map).
set_from_assoc_list(Map0, KVs) = Map :-
    set_from_assoc_list(KVs, Map0, Map).
set_from_corresponding_lists(Ks, Vs, !Map) :-
    set_from_assoc_list(assoc_list.from_corresponding_lists(Ks, Vs), !Map).
transform_value(P, K, !Map) :-
    search(!.Map, K, V0),
    P(V0, V),
    set(K, V, !Map).
det_transform_value(P, K, !Map) :-
    ( if transform_value(P, K, !Map) then
        true
    else
        report_lookup_error("map.det_transform_value: key not found", K)
    ).
det_transform_value(F, K, Map0) = set(Map0, K, F(lookup(Map0, K))).
delete(K, !Map) :-
    ( if remove(K, _, !Map) then true else true ).
delete(Map0, K) = Map :-
    delete(K, Map0, Map).
delete_list([], !Map).
delete_list([K | Ks], !Map) :-
    delete(K, !Map),
    delete_list(Ks, !Map).
delete_list(Map0, Ks) = Map :-
    delete_list(Ks, Map0, Map).
remove(K, V, node(_, K0, V0, L, R), Map) :-
    compare(Order, K, K0),
    (
        Order = (<),
        remove(K, V, L, L1),
        Map = balance(K0, V0, L1, R)
    ;
        Order = (=),
        V = V0,
        ( if remove_smallest(K1, V1, R, R1) then
            Map = balance(K1, V1, L, R1)
        else
            Map = L
        )
    ;
        Order = (>),
        remove(K, V, R, R1),
        Map = balance(K0, V0, L, R1)
    ).
det_remove(K, V, !Map) :-
    ( if remove(K, V0, !Map) then
        V = V0
    else
        report_lookup_error("map.det_remove: key not found", K)
    ).
remove_smallest(K, V, node(_, K0, V0, L, R), Map) :-
    ( if remove_smallest(K1, V1, L, L1) then
        K = K1,
        V = V1,
        Map = balance(K0, V0, L1, R)
    else
        K = K0,
        V = V0,
        Map = R
    ).

count(Map) = foldl((func(_, _, N) = N + 1), Map, 0).
count(Map, count(Map)).
keys(Map) = foldr((func(K, _, Ks) = [K | Ks]), Map, []).
keys(Map, keys(Map)).
sorted_keys(Map) = keys(Map).
sorted_keys(Map, keys(Map)).
keys_as_set(Map) = set.sorted_list_to_set(keys(Map)).
values(Map) = foldr((func(_, V, Vs) = [V | Vs]), Map, []).
values(Map, values(Map)).
keys_and_values(Map, keys(Map), values(Map)).
to_assoc_list(Map) = foldr((func(K, V, KVs) = [K - V | KVs]), Map, []).
to_assoc_list(Map, to_assoc_list(Map)).
to_sorted_assoc_list(Map) = to_assoc_list(Map).
to_sorted_assoc_list(Map, to_assoc_list(Map)).
from_assoc_list(KVs) = set_from_assoc_list(empty, KVs).
from_assoc_list(KVs, from_assoc_list(KVs)).
from_sorted_assoc_list(KVs) = from_assoc_list(KVs).
from_sorted_assoc_list(KVs, from_assoc_list(KVs)).
from_corresponding_lists(Ks, Vs) = from_assoc_list(assoc_list.from_corresponding_lists(Ks, Vs)).
from_corresponding_lists(Ks, Vs, from_corresponding_lists(Ks, Vs)).

select(Map, Keys) = select_sorted_list(Map, set.to_sorted_list(Keys)).
select(Map, Keys, select(Map, Keys)).
select_sorted_list(Map, Keys) = list.foldl(Add, Keys, empty) :-
    Add = (func(K, Map0) = ( if search(Map, K, V) then set(Map0, K, V) else Map0 )).
apply_to_list(Ks, Map) = list.map((func(K) = lookup(Map, K)), Ks).
apply_to_list(Ks, Map, apply_to_list(Ks, Map)).
merge(A, B) = foldl((func(K, V, Map) = det_insert(Map, K, V)), B, A).
merge(A, B, merge(A, B)).
old_merge(A, B) = overlay(A, B).
overlay(A, B) = foldl((func(K, V, Map) = set(Map, K, V)), B, A).
overlay(A, B, overlay(A, B)).
common_subset(A, B) = foldl(Keep, A, empty) :-
    Keep = (func(K, V, Map) = ( if search(B, K, V) then set(Map, K, V) else Map )).
union(F, A, B) = foldl(Add, B, A) :-
    Add = (func(K, V, Map) = set(Map, K, ( if search(Map, K, V0) then F(V0, V) else V ))).
union(P, A, B, Map) :-
    Add = (pred(K::in, V::in, Map0::in, Map1::out) is det :-
        ( if search(Map0, K, V0) then
            P(V0, V, V1),
            set(K, V1, Map0, Map1)
        else
            set(K, V, Map0, Map1)
        )
    ),
    foldl(Add, B, A, Map).
intersect(F, A, B) = foldl(Keep, A, empty) :-
    Keep = (func(K, V, Map) = ( if search(B, K, V1) then set(Map, K, F(V, V1)) else Map )).
difference(A, B) = foldl(Keep, A, empty) :-
    Keep = (func(K, V, Map) = ( if contains(B, K) then Map else set(Map, K, V) )).

map_values(_, empty) = empty.
map_values(F, node(H, K, V, L, R)) = node(H, K, F(K, V), map_values(F, L), map_values(F, R)).
map_values(_, empty, empty).
map_values(P, node(H, K, V, L, R), node(H, K, W, L1, R1)) :-
    map_values(P, L, L1),
    P(K, V, W),
    map_values(P, R, R1).
map_values_only(_, empty) = empty.
map_values_only(F, node(H, K, V, L, R)) = node(H, K, F(V), map_values_only(F, L), map_values_only(F, R)).
map_values_only(_, empty, empty).
map_values_only(P, node(H, K, V, L, R), node(H, K, W, L1, R1)) :-
    map_values_only(P, L, L1),
    P(V, W),
    map_values_only(P, R, R1).
filter_map_values(P, Map0, Map) :-
    Keep = (pred(K::in, V::in, M0::in, M::out) is det :-
        ( if P(K, V, W) then set(K, W, M0, M) else M = M0 )
    ),
    foldl(Keep, Map0, empty, Map).
map_foldl(_, empty, empty, !A).
map_foldl(P, node(H, K, V, L, R), node(H, K, W, L1, R1), !A) :-
    map_foldl(P, L, L1, !A),
    P(K, V, W, !A),
    map_foldl(P, R, R1, !A).
all_true(_, empty).
all_true(P, node(_, K, V, L, R)) :-
    all_true(P, L),
    P(K, V),
    all_true(P, R).
foldl(_, empty, A) = A.
foldl(F, node(_, K, V, L, R), A) = foldl(F, R, F(K, V, foldl(F, L, A))).
foldl(_, empty, !A).
foldl(P, node(_, K, V, L, R), !A) :-
    foldl(P, L, !A),
    P(K, V, !A),
    foldl(P, R, !A).
foldl2(_, empty, !A, !B).
foldl2(P, node(_, K, V, L, R), !A, !B) :-
    foldl2(P, L, !A, !B),
    P(K, V, !A, !B),
    foldl2(P, R, !A, !B).
foldl_values(_, empty, !A).
foldl_values(P, node(_, _, V, L, R), !A) :-
    foldl_values(P, L, !A),
    P(V, !A),
    foldl_values(P, R, !A).
foldr(_, empty, A) = A.
foldr(F, node(_, K, V, L, R), A) = foldr(F, L, F(K, V, foldr(F, R, A))).
foldr(_, empty, !A).
foldr(P, node(_, K, V, L, R), !A) :-
    foldr(P, R, !A),
    P(K, V, !A),
    foldr(P, L, !A).
