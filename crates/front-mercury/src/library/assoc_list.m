% Lists of keys with their values.
:- module assoc_list.
:- interface.
:- import_module list, pair.

:- type assoc_list(K, V) == list(pair(K, V)).
:- type assoc_list(T) == list(pair(T, T)).

:- pred reverse_members(assoc_list(K, V)::in, assoc_list(V, K)::out) is det.
:- func reverse_members(assoc_list(K, V)) = assoc_list(V, K).
:- pred from_corresponding_lists(list(K)::in, list(V)::in, assoc_list(K, V)::out) is det.
:- func from_corresponding_lists(list(K), list(V)) = assoc_list(K, V).
:- pred maybe_from_corresponding_lists(list(K)::in, list(V)::in, assoc_list(K, V)::out) is semidet.
:- pred keys(assoc_list(K, V)::in, list(K)::out) is det.
:- func keys(assoc_list(K, V)) = list(K).
:- pred values(assoc_list(K, V)::in, list(V)::out) is det.
:- func values(assoc_list(K, V)) = list(V).
:- pred keys_and_values(assoc_list(K, V)::in, list(K)::out, list(V)::out) is det.
:- pred search(assoc_list(K, V)::in, K::in, V::out) is semidet.
:- func search(assoc_list(K, V), K) = V is semidet.
:- pred lookup(assoc_list(K, V)::in, K::in, V::out) is det.
:- func lookup(assoc_list(K, V), K) = V.
:- func elem(K, assoc_list(K, V)) = V is semidet.
:- func det_elem(K, assoc_list(K, V)) = V.
:- pred update(K::in, V::in, assoc_list(K, V)::in, assoc_list(K, V)::out) is semidet.
:- pred remove(assoc_list(K, V)::in, K::in, V::out, assoc_list(K, V)::out) is semidet.
:- pred svremove(K::in, V::out, assoc_list(K, V)::in, assoc_list(K, V)::out) is semidet.
:- pred map_keys_only(pred(K, L), assoc_list(K, V), assoc_list(L, V)).
:- mode map_keys_only(pred(in, out) is det, in, out) is det.
:- func map_keys_only(func(K) = L, assoc_list(K, V)) = assoc_list(L, V).
:- pred map_values_only(pred(V, W), assoc_list(K, V), assoc_list(K, W)).
:- mode map_values_only(pred(in, out) is det, in, out) is det.
:- func map_values_only(func(V) = W, assoc_list(K, V)) = assoc_list(K, W).
:- pred map_values(pred(K, V, W), assoc_list(K, V), assoc_list(K, W)).
:- mode map_values(pred(in, in, out) is det, in, out) is det.
:- func map_values(func(K, V) = W, assoc_list(K, V)) = assoc_list(K, W).
:- pred filter(pred(K)::in(pred(in) is semidet), assoc_list(K, V)::in, assoc_list(K, V)::out) is det.
:- func filter(pred(K)::in(pred(in) is semidet), assoc_list(K, V)::in) = (assoc_list(K, V)::out) is det.
:- pred negated_filter(pred(K)::in(pred(in) is semidet), assoc_list(K, V)::in, assoc_list(K, V)::out)
    is det.
:- pred foldl_keys(pred(K, A, A), assoc_list(K, V), A, A).
:- mode foldl_keys(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl_keys(pred(in, di, uo) is det, in, di, uo) is det.
:- pred foldl_values(pred(V, A, A), assoc_list(K, V), A, A).
:- mode foldl_values(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl_values(pred(in, di, uo) is det, in, di, uo) is det.
:- pred foldl(pred(K, V, A, A), assoc_list(K, V), A, A).
:- mode foldl(pred(in, in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, in, out) is semidet, in, in, out) is semidet.
:- func foldl(func(K, V, A) = A, assoc_list(K, V), A) = A.
:- pred foldl2(pred(K, V, A, A, B, B), assoc_list(K, V), A, A, B, B).
:- mode foldl2(pred(in, in, in, out, in, out) is det, in, in, out, in, out) is det.
:- mode foldl2(pred(in, in, in, out, di, uo) is det, in, in, out, di, uo) is det.
:- pred merge(assoc_list(K, V)::in, assoc_list(K, V)::in, assoc_list(K, V)::out) is det.
:- func merge(assoc_list(K, V), assoc_list(K, V)) = assoc_list(K, V).

:- implementation.
:- import_module require.

reverse_members([], []).
reverse_members([K - V | KVs], [V - K | VKs]) :-
    reverse_members(KVs, VKs).
reverse_members(KVs) = VKs :-
    reverse_members(KVs, VKs).
from_corresponding_lists(Ks, Vs, KVs) :-
    ( if maybe_from_corresponding_lists(Ks, Vs, KVs0) then
        KVs = KVs0
    else
        unexpected($pred, "lists of different lengths")
    ).
from_corresponding_lists(Ks, Vs) = KVs :-
    from_corresponding_lists(Ks, Vs, KVs).
maybe_from_corresponding_lists([], [], []).
maybe_from_corresponding_lists([K | Ks], [V | Vs], [K - V | KVs]) :-
    maybe_from_corresponding_lists(Ks, Vs, KVs).
keys([], []).
keys([K - _ | KVs], [K | Ks]) :-
    keys(KVs, Ks).
keys(KVs) = Ks :-
    keys(KVs, Ks).
values([], []).
values([_ - V | KVs], [V | Vs]) :-
    values(KVs, Vs).
values(KVs) = Vs :-
    values(KVs, Vs).
keys_and_values([], [], []).
keys_and_values([K - V | KVs], [K | Ks], [V | Vs]) :-
    keys_and_values(KVs, Ks, Vs).
search([K - V | KVs], Key, Value) :-
    ( if K = Key then Value = V else search(KVs, Key, Value) ).
search(KVs, K) = V :-
    search(KVs, K, V).
lookup(KVs, K, V) :-
    ( if search(KVs, K, V0) then
        V = V0
    else
        report_lookup_error("assoc_list.lookup: key not found", K)
    ).
lookup(KVs, K) = V :-
    lookup(KVs, K, V).
elem(K, KVs) = search(KVs, K).
det_elem(K, KVs) = lookup(KVs, K).
update(Key, Value, [K - V | KVs0], KVs) :-
    ( if K = Key then
        KVs = [K - Value | KVs0]
    else
        update(Key, Value, KVs0, KVs1),
        KVs = [K - V | KVs1]
    ).
remove([K - V | KVs], Key, Value, Rest) :-
    ( if K = Key then
        Value = V,
        Rest = KVs
    else
        remove(KVs, Key, Value, Rest0),
        Rest = [K - V | Rest0]
    ).
svremove(K, V, KVs, Rest) :-
    remove(KVs, K, V, Rest).
map_keys_only(_, [], []).
map_keys_only(P, [K0 - V | KVs0], [K - V | KVs]) :-
    P(K0, K),
    map_keys_only(P, KVs0, KVs).
map_keys_only(_, []) = [].
map_keys_only(F, [K - V | KVs]) = [F(K) - V | map_keys_only(F, KVs)].
map_values_only(_, [], []).
map_values_only(P, [K - V0 | KVs0], [K - V | KVs]) :-
    P(V0, V),
    map_values_only(P, KVs0, KVs).
map_values_only(_, []) = [].
map_values_only(F, [K - V | KVs]) = [K - F(V) | map_values_only(F, KVs)].
map_values(_, [], []).
map_values(P, [K - V0 | KVs0], [K - V | KVs]) :-
    P(K, V0, V),
    map_values(P, KVs0, KVs).
map_values(_, []) = [].
map_values(F, [K - V | KVs]) = [K - F(K, V) | map_values(F, KVs)].
filter(_, [], []).
filter(P, [K - V | KVs], Found) :-
    filter(P, KVs, Found0),
    Found = ( if P(K) then [K - V | Found0] else Found0 ).
filter(P, KVs) = Found :-
    filter(P, KVs, Found).
negated_filter(_, [], []).
negated_filter(P, [K - V | KVs], Found) :-
    negated_filter(P, KVs, Found0),
    Found = ( if P(K) then Found0 else [K - V | Found0] ).
foldl_keys(_, [], !A).
foldl_keys(P, [K - _ | KVs], !A) :-
    P(K, !A),
    foldl_keys(P, KVs, !A).
foldl_values(_, [], !A).
foldl_values(P, [_ - V | KVs], !A) :-
    P(V, !A),
    foldl_values(P, KVs, !A).
foldl(_, [], !A).
foldl(P, [K - V | KVs], !A) :-
    P(K, V, !A),
    foldl(P, KVs, !A).
foldl(_, [], A) = A.
foldl(F, [K - V | KVs], A) = foldl(F, KVs, F(K, V, A)).
foldl2(_, [], !A, !B).
foldl2(P, [K - V | KVs], !A, !B) :-
    P(K, V, !A, !B),
    foldl2(P, KVs, !A, !B).
merge(As, Bs, Cs) :-
    list.merge(As, Bs, Cs).
merge(As, Bs) = list.merge(As, Bs).
