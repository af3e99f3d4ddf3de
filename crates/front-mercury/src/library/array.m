% Arrays, kept as maps from positions to elements.
:- module array.
:- interface.
:- import_module list.

:- type array(T).
:- type index_out_of_bounds ---> index_out_of_bounds(string).

:- inst array(I) == ground.
:- inst array == ground.
:- mode array_di == in.
:- mode array_uo == out.
:- mode array_ui == in.

:- pred make_empty_array(array(T)::array_uo) is det.
:- func make_empty_array = (array(T)::array_uo) is det.
:- pred init(int::in, T::in, array(T)::array_uo) is det.
:- func init(int, T) = array(T).
:- func array(list(T)) = array(T).
:- func from_list(list(T)) = array(T).
:- pred from_list(list(T)::in, array(T)::array_uo) is det.
:- func generate(int, func(int) = T) = array(T).
:- func min(array(T)) = int.
:- func max(array(T)) = int.
:- func size(array(T)) = int.
:- pred min(array(T)::in, int::out) is det.
:- pred max(array(T)::in, int::out) is det.
:- pred size(array(T)::in, int::out) is det.
:- pred bounds(array(T)::in, int::out, int::out) is det.
:- pred is_empty(array(T)::in) is semidet.
:- pred in_bounds(array(T)::in, int::in) is semidet.
:- pred lookup(array(T)::in, int::in, T::out) is det.
:- func lookup(array(T), int) = T.
:- func elem(int, array(T)) = T.
:- func 'elem :='(int, array(T), T) = array(T).
:- pred semidet_lookup(array(T)::in, int::in, T::out) is semidet.
:- pred set(int::in, T::in, array(T)::array_di, array(T)::array_uo) is det.
:- func set(array(T), int, T) = array(T).
:- pred semidet_set(int::in, T::in, array(T)::array_di, array(T)::array_uo) is semidet.
:- pred slow_set(int::in, T::in, array(T)::in, array(T)::array_uo) is det.
:- func slow_set(array(T), int, T) = array(T).
:- pred swap(int::in, int::in, array(T)::array_di, array(T)::array_uo) is det.
:- func copy(array(T)) = array(T).
:- pred copy(array(T)::in, array(T)::array_uo) is det.
:- pred resize(int::in, T::in, array(T)::array_di, array(T)::array_uo) is det.
:- func resize(array(T), int, T) = array(T).
:- func to_list(array(T)) = list(T).
:- pred to_list(array(T)::in, list(T)::out) is det.
:- func fetch_items(array(T), int, int) = list(T).
:- func map(func(T) = U, array(T)) = array(U).
:- func foldl(func(T, A) = A, array(T), A) = A.
:- pred foldl(pred(T, A, A), array(T), A, A).
:- mode foldl(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, out) is semidet, in, in, out) is semidet.
:- func foldr(func(T, A) = A, array(T), A) = A.
:- func sort(array(T)) = array(T).
:- pred member(array(T)::in, T::out) is nondet.

:- implementation.
:- import_module exception, int, map, string.

:- type array(T) ---> 'array of'(int, map(int, T)).

make_empty_array('array of'(0, map.init)).
make_empty_array = 'array of'(0, map.init).
init(N, X, init(N, X)).
init(N, X) = from_list(list.duplicate(N, X)).
array(Xs) = from_list(Xs).
from_list(Xs) = Array :-
    list.foldl2(add, Xs, 0, Size, map.init, Map),
    Array = 'array of'(Size, Map).
from_list(Xs, from_list(Xs)).

:- pred add(T::in, int::in, int::out, map(int, T)::in, map(int, T)::out) is det.

add(X, N, N + 1, !Map) :-
    map.set(N, X, !Map).

generate(N, F) = from_list(list.map(F, 0 .. (N - 1))).
min(_) = 0.
max('array of'(N, _)) = N - 1.
size('array of'(N, _)) = N.
min(_, 0).
max(Array, max(Array)).
size(Array, size(Array)).
bounds(Array, 0, max(Array)).
is_empty('array of'(0, _)).
in_bounds(Array, N) :-
    N >= 0,
    N < size(Array).
lookup(Array, N, lookup(Array, N)).
lookup(Array, N) = X :-
    ( if semidet_lookup(Array, N, X0) then
        X = X0
    else
        throw(index_out_of_bounds("array.lookup: " ++ int_to_string(N)))
    ).
elem(N, Array) = lookup(Array, N).
'elem :='(N, Array, X) = set(Array, N, X).
semidet_lookup('array of'(_, Map), N, X) :-
    map.search(Map, N, X).
set(N, X, Array, set(Array, N, X)).
set(Array0, N, X) = Array :-
    ( if semidet_set(N, X, Array0, Array1) then
        Array = Array1
    else
        throw(index_out_of_bounds("array.set: " ++ int_to_string(N)))
    ).
semidet_set(N, X, 'array of'(Size, Map0), 'array of'(Size, Map)) :-
    map.update(N, X, Map0, Map).
slow_set(N, X, Array, set(Array, N, X)).
slow_set(Array, N, X) = set(Array, N, X).
swap(I, J, Array, set(set(Array, I, lookup(Array, J)), J, lookup(Array, I))).
copy(Array) = Array.
copy(Array, Array).
resize(N, X, Array, resize(Array, N, X)).
resize(Array, N, X) = from_list(Kept ++ list.duplicate(N - size(Array), X)) :-
    Kept = list.take_upto(N, to_list(Array)).
to_list('array of'(_, Map)) = map.values(Map).
to_list(Array, to_list(Array)).
fetch_items(Array, Low, High) = list.map((func(N) = lookup(Array, N)), Low .. High).
map(F, 'array of'(N, Map)) = 'array of'(N, map.map_values_only(F, Map)).
foldl(F, Array, A) = list.foldl(F, to_list(Array), A).
foldl(P, Array, !A) :-
    list.foldl(P, to_list(Array), !A).
foldr(F, Array, A) = list.foldr(F, to_list(Array), A).
sort(Array) = from_list(list.sort(to_list(Array))).
member(Array, X) :-
    list.member(X, to_list(Array)).
