% Sets, kept as lists in the standard order without doubles.
:- module set.
:- interface.
:- import_module bool, list.

:- type set(T).

:- func init = set(T).
:- pred init(set(T)::out) is det.
:- func make_singleton_set(T) = set(T).
:- pred singleton_set(T, set(T)).
:- mode singleton_set(in, out) is det.
:- mode singleton_set(in, in) is semidet.
:- mode singleton_set(out, in) is semidet.
:- pred is_singleton(set(T)::in, T::out) is semidet.
:- pred is_empty(set(T)::in) is semidet.
:- pred empty(set(T)::in) is semidet.
:- pred is_non_empty(set(T)::in) is semidet.
:- pred non_empty(set(T)::in) is semidet.
:- pred member(T, set(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.
:- pred is_member(T::in, set(T)::in, bool::out) is det.
:- pred contains(set(T)::in, T::in) is semidet.
:- func list_to_set(list(T)) = set(T).
:- pred list_to_set(list(T)::in, set(T)::out) is det.
:- func from_list(list(T)) = set(T).
:- func sorted_list_to_set(list(T)) = set(T).
:- pred sorted_list_to_set(list(T)::in, set(T)::out) is det.
:- func from_sorted_list(list(T)) = set(T).
:- func to_sorted_list(set(T)) = list(T).
:- pred to_sorted_list(set(T)::in, list(T)::out) is det.
:- func set(list(T)) = set(T).
:- func insert(set(T), T) = set(T).
:- pred insert(T::in, set(T)::in, set(T)::out) is det.
:- pred insert_new(T::in, set(T)::in, set(T)::out) is semidet.
:- func insert_list(set(T), list(T)) = set(T).
:- pred insert_list(list(T)::in, set(T)::in, set(T)::out) is det.
:- func delete(set(T), T) = set(T).
:- pred delete(T::in, set(T)::in, set(T)::out) is det.
:- func delete_list(set(T), list(T)) = set(T).
:- pred delete_list(list(T)::in, set(T)::in, set(T)::out) is det.
:- pred remove(T::in, set(T)::in, set(T)::out) is semidet.
:- pred remove_list(list(T)::in, set(T)::in, set(T)::out) is semidet.
:- pred remove_least(T::out, set(T)::in, set(T)::out) is semidet.
:- func union(set(T), set(T)) = set(T).
:- pred union(set(T)::in, set(T)::in, set(T)::out) is det.
:- func union_list(list(set(T))) = set(T).
:- func power_union(set(set(T))) = set(T).
:- func intersect(set(T), set(T)) = set(T).
:- pred intersect(set(T)::in, set(T)::in, set(T)::out) is det.
:- func intersect_list(list(set(T))) = set(T).
:- func difference(set(T), set(T)) = set(T).
:- pred difference(set(T)::in, set(T)::in, set(T)::out) is det.
:- pred equal(set(T)::in, set(T)::in) is semidet.
:- pred subset(set(T)::in, set(T)::in) is semidet.
:- pred superset(set(T)::in, set(T)::in) is semidet.
:- pred disjoint(set(T)::in, set(T)::in) is semidet.
:- func count(set(T)) = int.
:- pred count(set(T)::in, int::out) is det.
:- func map(func(T1) = T2, set(T1)) = set(T2).
:- pred map(pred(T1, T2)::in(pred(in, out) is det), set(T1)::in, set(T2)::out) is det.
:- func filter(pred(T)::in(pred(in) is semidet), set(T)::in) = (set(T)::out) is det.
:- pred filter(pred(T)::in(pred(in) is semidet), set(T)::in, set(T)::out) is det.
:- pred filter(pred(T)::in(pred(in) is semidet), set(T)::in, set(T)::out, set(T)::out) is det.
:- func filter_map(func(T1) = T2, set(T1)) = set(T2).
:- mode filter_map(func(in) = out is semidet, in) = out is det.
:- pred divide(pred(T)::in(pred(in) is semidet), set(T)::in, set(T)::out, set(T)::out) is det.
:- pred all_true(pred(T)::in(pred(in) is semidet), set(T)::in) is semidet.
:- func fold(func(T, A) = A, set(T), A) = A.
:- pred fold(pred(T, A, A), set(T), A, A).
:- mode fold(pred(in, in, out) is det, in, in, out) is det.
:- mode fold(pred(in, di, uo) is det, in, di, uo) is det.
:- mode fold(pred(in, in, out) is semidet, in, in, out) is semidet.
:- func foldl(func(T, A) = A, set(T), A) = A.
:- pred foldl(pred(T, A, A), set(T), A, A).
:- mode foldl(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, out) is semidet, in, in, out) is semidet.
:- pred fold2(pred(T, A, A, B, B), set(T), A, A, B, B).
:- mode fold2(pred(in, in, out, in, out) is det, in, in, out, in, out) is det.
:- mode fold2(pred(in, in, out, di, uo) is det, in, in, out, di, uo) is det.

:- implementation.
:- import_module int.

:- type set(T) ---> set_of(list(T)).

init = set_of([]).
init(set_of([])).
make_singleton_set(X) = set_of([X]).
singleton_set(X, set_of([X])).
is_singleton(set_of([X]), X).
is_empty(set_of([])).
empty(set_of([])).
is_non_empty(set_of([_ | _])).
non_empty(set_of([_ | _])).
member(X, set_of(Xs)) :-
    list.member(X, Xs).
is_member(X, Set, Found) :-
    Found = ( if member(X, Set) then yes else no ).
contains(Set, X) :-
    member(X, Set).
list_to_set(Xs) = set_of(list.sort_and_remove_dups(Xs)).
list_to_set(Xs, list_to_set(Xs)).
from_list(Xs) = list_to_set(Xs).
sorted_list_to_set(Xs) = set_of(list.remove_adjacent_dups(Xs)).
sorted_list_to_set(Xs, sorted_list_to_set(Xs)).
from_sorted_list(Xs) = sorted_list_to_set(Xs).
to_sorted_list(set_of(Xs)) = Xs.
to_sorted_list(set_of(Xs), Xs).
set(Xs) = list_to_set(Xs).
insert(Set, X) = union(Set, set_of([X])).
insert(X, Set, insert(Set, X)).
insert_new(X, Set0, Set) :-
    not member(X, Set0),
    insert(X, Set0, Set).
insert_list(Set, Xs) = union(Set, list_to_set(Xs)).
insert_list(Xs, Set, insert_list(Set, Xs)).
delete(Set, X) = difference(Set, set_of([X])).
delete(X, Set, delete(Set, X)).
delete_list(Set, Xs) = difference(Set, list_to_set(Xs)).
delete_list(Xs, Set, delete_list(Set, Xs)).
remove(X, Set0, Set) :-
    member(X, Set0),
    delete(X, Set0, Set).
remove_list(Xs, Set0, Set) :-
    subset(list_to_set(Xs), Set0),
    delete_list(Xs, Set0, Set).
remove_least(X, set_of([X | Xs]), set_of(Xs)).
union(set_of(Xs), set_of(Ys)) = set_of(list.merge_and_remove_dups(Xs, Ys)).
union(A, B, union(A, B)).
union_list(Sets) = list.foldl(union, Sets, init).
power_union(set_of(Sets)) = union_list(Sets).
intersect(set_of(Xs), set_of(Ys)) = set_of(both(Xs, Ys)).
intersect(A, B, intersect(A, B)).

:- func both(list(T), list(T)) = list(T).

both([], _) = [].
both([_ | _], []) = [].
both([X | Xs], [Y | Ys]) = Zs :-
    compare(R, X, Y),
    (
        R = (<),
        Zs = both(Xs, [Y | Ys])
    ;
        R = (=),
        Zs = [X | both(Xs, Ys)]
    ;
        R = (>),
        Zs = both([X | Xs], Ys)
    ).

intersect_list([]) = init.
intersect_list([Set | Sets]) = list.foldl(intersect, Sets, Set).
difference(set_of(Xs), set_of(Ys)) = set_of(first_only(Xs, Ys)).
difference(A, B, difference(A, B)).

:- func first_only(list(T), list(T)) = list(T).

first_only([], _) = [].
first_only([X | Xs], []) = [X | Xs].
first_only([X | Xs], [Y | Ys]) = Zs :-
    compare(R, X, Y),
    (
        R = (<),
        Zs = [X | first_only(Xs, [Y | Ys])]
    ;
        R = (=),
        Zs = first_only(Xs, Ys)
    ;
        R = (>),
        Zs = first_only([X | Xs], Ys)
    ).

equal(Set, Set).
subset(A, B) :-
    is_empty(difference(A, B)).
superset(A, B) :-
    subset(B, A).
disjoint(A, B) :-
    is_empty(intersect(A, B)).
count(set_of(Xs)) = list.length(Xs).
count(Set, count(Set)).
map(F, set_of(Xs)) = list_to_set(list.map(F, Xs)).
map(P, set_of(Xs), list_to_set(Ys)) :-
    list.map(P, Xs, Ys).
filter(P, set_of(Xs)) = set_of(list.filter(P, Xs)).
filter(P, Set, filter(P, Set)).
filter(P, set_of(Xs), set_of(Ys), set_of(Zs)) :-
    list.filter(P, Xs, Ys, Zs).
filter_map(F, set_of(Xs)) = list_to_set(list.filter_map(F, Xs)).
divide(P, Set, In, Out) :-
    filter(P, Set, In, Out).
all_true(P, set_of(Xs)) :-
    list.all_true(P, Xs).
fold(F, set_of(Xs), A) = list.foldl(F, Xs, A).
fold(P, set_of(Xs), !A) :-
    list.foldl(P, Xs, !A).
foldl(F, set_of(Xs), A) = list.foldl(F, Xs, A).
foldl(P, set_of(Xs), !A) :-
    list.foldl(P, Xs, !A).
fold2(P, set_of(Xs), !A, !B) :-
    list.foldl2(P, Xs, !A, !B).
