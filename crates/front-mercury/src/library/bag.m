% Bags: sets that count.
:- module bag.
:- interface.
:- import_module assoc_list, list, set.

:- type bag(T).

:- func init = bag(T).
:- func singleton(T) = bag(T).
:- pred is_empty(bag(T)::in) is semidet.
:- func count(bag(T)) = int.
:- func count_unique(bag(T)) = int.
:- func count_value(bag(T), T) = int.
:- pred count_value(bag(T)::in, T::in, int::out) is det.
:- pred contains(bag(T)::in, T::in) is semidet.
:- pred member(T::out, bag(T)::in) is nondet.
:- func insert(bag(T), T) = bag(T).
:- pred insert(T::in, bag(T)::in, bag(T)::out) is det.
:- func insert_list(bag(T), list(T)) = bag(T).
:- pred insert_list(list(T)::in, bag(T)::in, bag(T)::out) is det.
:- func from_list(list(T)) = bag(T).
:- func to_list(bag(T)) = list(T).
:- func to_assoc_list(bag(T)) = assoc_list(T, int).
:- func to_list_without_duplicates(bag(T)) = list(T).
:- func to_set(bag(T)) = set(T).
:- pred remove(T::in, bag(T)::in, bag(T)::out) is semidet.
:- func delete(bag(T), T) = bag(T).
:- pred delete(T::in, bag(T)::in, bag(T)::out) is det.
:- func union(bag(T), bag(T)) = bag(T).
:- pred foldl(pred(T, int, A, A), bag(T), A, A).
:- mode foldl(pred(in, in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, in, di, uo) is det, in, di, uo) is det.

:- implementation.
:- import_module int, map, pair.

:- type bag(T) ---> bag(map(T, int)).

init = bag(map.init).
singleton(X) = bag(map.singleton(X, 1)).
is_empty(bag(Map)) :-
    map.is_empty(Map).
count(bag(Map)) = list.foldl(int.plus, map.values(Map), 0).
count_unique(bag(Map)) = map.count(Map).
count_value(bag(Map), X) = ( if map.search(Map, X, N) then N else 0 ).
count_value(Bag, X, count_value(Bag, X)).
contains(bag(Map), X) :-
    map.contains(Map, X).
member(X, Bag) :-
    list.member(X, to_list(Bag)).
insert(bag(Map), X) = bag(map.set(Map, X, count_value(bag(Map), X) + 1)).
insert(X, Bag, insert(Bag, X)).
insert_list(Bag0, Xs) = Bag :-
    insert_list(Xs, Bag0, Bag).
insert_list(Xs, !Bag) :-
    list.foldl(insert, Xs, !Bag).
from_list(Xs) = insert_list(init, Xs).
to_list(bag(Map)) = list.condense(list.map((func(X - N) = list.duplicate(N, X)), map.to_assoc_list(Map))).
to_assoc_list(bag(Map)) = map.to_assoc_list(Map).
to_list_without_duplicates(bag(Map)) = map.keys(Map).
to_set(bag(Map)) = map.keys_as_set(Map).
remove(X, bag(Map0), bag(Map)) :-
    map.search(Map0, X, N),
    ( if N > 1 then map.set(X, N - 1, Map0, Map) else map.delete(X, Map0, Map) ).
delete(Bag0, X) = Bag :-
    delete(X, Bag0, Bag).
delete(X, Bag0, Bag) :-
    ( if remove(X, Bag0, Bag1) then Bag = Bag1 else Bag = Bag0 ).
union(bag(A), bag(B)) = bag(map.union(int.plus, A, B)).
foldl(P, bag(Map), !A) :-
    map.foldl(P, Map, !A).
