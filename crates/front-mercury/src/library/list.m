% Lists.
:- module list.
:- interface.

:- type list(T) ---> [] ; [T | list(T)].

:- inst list_skel(I) for list/1 ---> [] ; [I | list_skel(I)].
:- inst list(I) for list/1 ---> [] ; [I | list(I)].
:- inst list_skel == list_skel(free).
:- inst non_empty_list for list/1 ---> [ground | ground].
:- inst empty_list for list/1 ---> [].
:- mode list_skel_in == in(list_skel).
:- mode list_skel_out == out(list_skel).

:- pred is_empty(list(T)::in) is semidet.
:- pred is_not_empty(list(T)::in) is semidet.
:- pred is_singleton(list(T)::in, T::out) is semidet.
:- func cons(T, list(T)) = list(T).
:- pred cons(T::in, list(T)::in, list(T)::out) is det.
:- func head(list(T)) = T is semidet.
:- func tail(list(T)) = list(T) is semidet.
:- pred head(list(T)::in, T::out) is semidet.
:- pred tail(list(T)::in, list(T)::out) is semidet.
:- func det_head(list(T)) = T.
:- func det_tail(list(T)) = list(T).
:- pred det_head_tail(list(T)::in, T::out, list(T)::out) is det.

:- func length(list(T)) = int.
:- pred length(list(T)::in, int::out) is det.
:- pred same_length(list(T1)::in, list(T2)::in) is semidet.
:- pred same_length3(list(T1)::in, list(T2)::in, list(T3)::in) is semidet.

:- pred append(list(T), list(T), list(T)).
:- mode append(in, in, out) is det.
:- mode append(in, in, in) is semidet.
:- mode append(in, out, in) is semidet.
:- mode append(out, out, in) is multi.
:- func append(list(T), list(T)) = list(T).
:- func list(T) ++ list(T) = list(T).
:- pred remove_suffix(list(T)::in, list(T)::in, list(T)::out) is semidet.
:- pred condense(list(list(T))::in, list(T)::out) is det.
:- func condense(list(list(T))) = list(T).

:- pred member(T, list(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.
:- pred member(T::out, list(T)::in, list(T)::out) is nondet.
:- pred contains(list(T)::in, T::in) is semidet.
:- pred member_index0(T, list(T), int).
:- mode member_index0(in, in, in) is semidet.
:- mode member_index0(in, in, out) is nondet.
:- mode member_index0(out, in, out) is nondet.
:- pred member_indexes0(T::in, list(T)::in, list(int)::out) is det.
:- pred all_same(list(T)::in) is semidet.
:- pred sublist(list(T)::in, list(T)::in) is semidet.

:- pred index0(list(T)::in, int::in, T::out) is semidet.
:- pred index1(list(T)::in, int::in, T::out) is semidet.
:- func index0(list(T), int) = T is semidet.
:- func index1(list(T), int) = T is semidet.
:- func det_index0(list(T), int) = T.
:- func det_index1(list(T), int) = T.
:- pred det_index0(list(T)::in, int::in, T::out) is det.
:- pred det_index1(list(T)::in, int::in, T::out) is det.
:- pred index_of_first_occurrence(list(T)::in, T::in, int::out) is semidet.
:- func det_index_of_first_occurrence(list(T), T) = int.
:- pred index0_of_first_occurrence(list(T)::in, T::in, int::out) is semidet.
:- pred index1_of_first_occurrence(list(T)::in, T::in, int::out) is semidet.
:- func det_index0_of_first_occurrence(list(T), T) = int.
:- func det_index1_of_first_occurrence(list(T), T) = int.
:- pred nth_member_search(list(T)::in, T::in, int::out) is semidet.
:- pred nth_member_lookup(list(T)::in, T::in, int::out) is det.
:- pred last(list(T)::in, T::out) is semidet.
:- func last(list(T)) = T is semidet.
:- func det_last(list(T)) = T.
:- pred det_last(list(T)::in, T::out) is det.
:- pred split_last(list(T)::in, list(T)::out, T::out) is semidet.
:- pred det_split_last(list(T)::in, list(T)::out, T::out) is det.

:- pred reverse(list(T), list(T)).
:- mode reverse(in, out) is det.
:- mode reverse(out, in) is det.
:- func reverse(list(T)) = list(T).
:- pred reverse_prepend(list(T)::in, list(T)::in, list(T)::out) is det.
:- func reverse_prepend(list(T), list(T)) = list(T).

:- pred delete(list(T), T, list(T)).
:- mode delete(in, in, in) is semidet.
:- mode delete(in, in, out) is nondet.
:- mode delete(in, out, out) is nondet.
:- func delete_all(list(T), T) = list(T).
:- pred delete_all(list(T)::in, T::in, list(T)::out) is det.
:- pred delete_first(list(T)::in, T::in, list(T)::out) is semidet.
:- func delete_elems(list(T), list(T)) = list(T).
:- pred delete_elems(list(T)::in, list(T)::in, list(T)::out) is det.
:- pred delete_nth(list(T)::in, int::in, list(T)::out) is semidet.
:- func det_delete_nth(list(T), int) = list(T).
:- pred remove_adjacent_dups(list(T)::in, list(T)::out) is det.
:- func remove_adjacent_dups(list(T)) = list(T).
:- pred remove_dups(list(T)::in, list(T)::out) is det.
:- func remove_dups(list(T)) = list(T).
:- pred insert(T, list(T), list(T)).
:- mode insert(in, in, out) is multi.
:- mode insert(out, out, in) is nondet.

:- pred replace(list(T), T, T, list(T)).
:- mode replace(in, in, in, out) is nondet.
:- pred replace_first(list(T)::in, T::in, T::in, list(T)::out) is semidet.
:- pred replace_all(list(T)::in, T::in, T::in, list(T)::out) is det.
:- func replace_all(list(T), T, T) = list(T).
:- pred replace_nth(list(T)::in, int::in, T::in, list(T)::out) is semidet.
:- func det_replace_nth(list(T), int, T) = list(T).
:- pred det_replace_nth(list(T)::in, int::in, T::in, list(T)::out) is det.

:- pred split_list(int::in, list(T)::in, list(T)::out, list(T)::out) is semidet.
:- pred det_split_list(int::in, list(T)::in, list(T)::out, list(T)::out) is det.
:- pred split_upto(int::in, list(T)::in, list(T)::out, list(T)::out) is det.
:- pred take(int::in, list(T)::in, list(T)::out) is semidet.
:- pred det_take(int::in, list(T)::in, list(T)::out) is det.
:- func take_upto(int, list(T)) = list(T).
:- pred take_upto(int::in, list(T)::in, list(T)::out) is det.
:- pred drop(int::in, list(T)::in, list(T)::out) is semidet.
:- func det_drop(int, list(T)) = list(T).
:- pred det_drop(int::in, list(T)::in, list(T)::out) is det.
:- pred take_while(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out, list(T)::out) is det.
:- pred take_while(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out) is det.
:- func take_while(pred(T)::in(pred(in) is semidet), list(T)::in) = (list(T)::out) is det.
:- pred take_while_not(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out, list(T)::out) is det.
:- pred take_while_not(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out) is det.
:- pred drop_while(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out) is det.
:- func drop_while(pred(T)::in(pred(in) is semidet), list(T)::in) = (list(T)::out) is det.
:- pred duplicate(int::in, T::in, list(T)::out) is det.
:- func duplicate(int, T) = list(T).
:- func chunk(list(T), int) = list(list(T)).
:- pred chunk(list(T)::in, int::in, list(list(T))::out) is det.
:- func zip(list(T), list(T)) = list(T).
:- pred zip(list(T)::in, list(T)::in, list(T)::out) is det.

:- func int .. int = list(int).
:- pred perm(list(T)::in, list(T)::out) is multi.

:- pred sort(list(T)::in, list(T)::out) is det.
:- func sort(list(T)) = list(T).
:- pred sort(comparison_pred(T)::in(comparison_pred), list(T)::in, list(T)::out) is det.
:- func sort(comparison_func(T), list(T)) = list(T).
:- pred sort_and_remove_dups(list(T)::in, list(T)::out) is det.
:- func sort_and_remove_dups(list(T)) = list(T).
:- pred sort_and_remove_dups(comparison_pred(T)::in(comparison_pred), list(T)::in, list(T)::out) is det.
:- pred merge(list(T)::in, list(T)::in, list(T)::out) is det.
:- func merge(list(T), list(T)) = list(T).
:- pred merge(comparison_pred(T)::in(comparison_pred), list(T)::in, list(T)::in, list(T)::out) is det.
:- pred merge_and_remove_dups(list(T)::in, list(T)::in, list(T)::out) is det.
:- func merge_and_remove_dups(list(T), list(T)) = list(T).

:- type comparison_pred(T) == pred(T, T, comparison_result).
:- inst comparison_pred == (pred(in, in, out) is det).
:- type comparison_func(T) == (func(T, T) = comparison_result).

:- pred map(pred(X, Y), list(X), list(Y)).
:- mode map(pred(in, out) is det, in, out) is det.
:- mode map(pred(in, out) is cc_multi, in, out) is cc_multi.
:- mode map(pred(in, out) is semidet, in, out) is semidet.
:- mode map(pred(in, out) is multi, in, out) is multi.
:- mode map(pred(in, out) is nondet, in, out) is nondet.
:- mode map(pred(in, in) is semidet, in, in) is semidet.
:- func map(func(X) = Y, list(X)) = list(Y).
:- mode map(func(in) = out is det, in) = out is det.
:- mode map(func(in) = out is semidet, in) = out is semidet.
:- pred map2(pred(A, B, C), list(A), list(B), list(C)).
:- mode map2(pred(in, out, out) is det, in, out, out) is det.
:- mode map2(pred(in, out, out) is semidet, in, out, out) is semidet.
:- mode map2(pred(in, out, out) is nondet, in, out, out) is nondet.
:- pred map3(pred(A, B, C, D), list(A), list(B), list(C), list(D)).
:- mode map3(pred(in, out, out, out) is det, in, out, out, out) is det.
:- mode map3(pred(in, out, out, out) is semidet, in, out, out, out) is semidet.
:- pred map_corresponding(pred(A, B, C), list(A), list(B), list(C)).
:- mode map_corresponding(pred(in, in, out) is det, in, in, out) is det.
:- mode map_corresponding(pred(in, in, out) is semidet, in, in, out) is semidet.
:- func map_corresponding(func(A, B) = C, list(A), list(B)) = list(C).
:- func map_corresponding3(func(A, B, C) = D, list(A), list(B), list(C)) = list(D).
:- pred filter_map_corresponding(pred(A, B, C), list(A), list(B), list(C)).
:- mode filter_map_corresponding(pred(in, in, out) is semidet, in, in, out) is det.
:- func foldl_corresponding(func(A, B, C) = C, list(A), list(B), C) = C.
:- pred foldl_corresponding(pred(A, B, C, C), list(A), list(B), C, C).
:- mode foldl_corresponding(pred(in, in, in, out) is det, in, in, in, out) is det.
:- mode foldl_corresponding(pred(in, in, di, uo) is det, in, in, di, uo) is det.
:- mode foldl_corresponding(pred(in, in, in, out) is semidet, in, in, in, out) is semidet.

:- pred all_true(pred(X)::in(pred(in) is semidet), list(X)::in) is semidet.
:- pred all_false(pred(X)::in(pred(in) is semidet), list(X)::in) is semidet.
:- pred any_true(pred(X)::in(pred(in) is semidet), list(X)::in) is semidet.
:- pred any_false(pred(X)::in(pred(in) is semidet), list(X)::in) is semidet.
:- pred all_true_corresponding(pred(X, Y)::in(pred(in, in) is semidet), list(X)::in, list(Y)::in)
    is semidet.
:- pred filter(pred(X)::in(pred(in) is semidet), list(X)::in, list(X)::out) is det.
:- func filter(pred(X)::in(pred(in) is semidet), list(X)::in) = (list(X)::out) is det.
:- pred filter(pred(X)::in(pred(in) is semidet), list(X)::in, list(X)::out, list(X)::out) is det.
:- pred negated_filter(pred(X)::in(pred(in) is semidet), list(X)::in, list(X)::out) is det.
:- func negated_filter(pred(X)::in(pred(in) is semidet), list(X)::in) = (list(X)::out) is det.
:- pred filter_map(pred(X, Y), list(X), list(Y)).
:- mode filter_map(pred(in, out) is semidet, in, out) is det.
:- func filter_map(func(X) = Y, list(X)) = list(Y).
:- mode filter_map(func(in) = out is semidet, in) = out is det.
:- pred filter_map(pred(X, Y), list(X), list(Y), list(X)).
:- mode filter_map(pred(in, out) is semidet, in, out, out) is det.
:- pred find_first_match(pred(X)::in(pred(in) is semidet), list(X)::in, X::out) is semidet.
:- pred find_first_map(pred(X, Y)::in(pred(in, out) is semidet), list(X)::in, Y::out) is semidet.
:- pred find_index_of_match(pred(T)::in(pred(in) is semidet), list(T)::in, int::in, int::out) is semidet.

:- func foldl(func(L, A) = A, list(L), A) = A.
:- pred foldl(pred(L, A, A), list(L), A, A).
:- mode foldl(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, mdi, muo) is det, in, mdi, muo) is det.
:- mode foldl(pred(in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, out) is semidet, in, in, out) is semidet.
:- mode foldl(pred(in, in, out) is multi, in, in, out) is multi.
:- mode foldl(pred(in, in, out) is nondet, in, in, out) is nondet.
:- mode foldl(pred(in, in, out) is cc_multi, in, in, out) is cc_multi.
:- mode foldl(pred(in, di, uo) is cc_multi, in, di, uo) is cc_multi.
:- pred foldl2(pred(L, A, A, B, B), list(L), A, A, B, B).
:- mode foldl2(pred(in, in, out, in, out) is det, in, in, out, in, out) is det.
:- mode foldl2(pred(in, in, out, di, uo) is det, in, in, out, di, uo) is det.
:- mode foldl2(pred(in, in, out, in, out) is semidet, in, in, out, in, out) is semidet.
:- mode foldl2(pred(in, in, out, in, out) is nondet, in, in, out, in, out) is nondet.
:- mode foldl2(pred(in, in, out, di, uo) is cc_multi, in, in, out, di, uo) is cc_multi.
:- pred foldl3(pred(L, A, A, B, B, C, C), list(L), A, A, B, B, C, C).
:- mode foldl3(pred(in, in, out, in, out, in, out) is det, in, in, out, in, out, in, out) is det.
:- mode foldl3(pred(in, in, out, in, out, di, uo) is det, in, in, out, in, out, di, uo) is det.
:- mode foldl3(pred(in, in, out, in, out, in, out) is semidet, in, in, out, in, out, in, out) is semidet.
:- pred foldl4(pred(L, A, A, B, B, C, C, D, D), list(L), A, A, B, B, C, C, D, D).
:- mode foldl4(pred(in, in, out, in, out, in, out, in, out) is det, in, in, out, in, out, in, out, in, out)
    is det.
:- mode foldl4(pred(in, in, out, in, out, in, out, di, uo) is det, in, in, out, in, out, in, out, di, uo)
    is det.
:- func foldr(func(L, A) = A, list(L), A) = A.
:- pred foldr(pred(L, A, A), list(L), A, A).
:- mode foldr(pred(in, in, out) is det, in, in, out) is det.
:- mode foldr(pred(in, di, uo) is det, in, di, uo) is det.
:- mode foldr(pred(in, in, out) is semidet, in, in, out) is semidet.
:- mode foldr(pred(in, in, out) is nondet, in, in, out) is nondet.
:- pred foldr2(pred(L, A, A, B, B), list(L), A, A, B, B).
:- mode foldr2(pred(in, in, out, in, out) is det, in, in, out, in, out) is det.
:- mode foldr2(pred(in, in, out, di, uo) is det, in, in, out, di, uo) is det.
:- pred map_foldl(pred(L, M, A, A), list(L), list(M), A, A).
:- mode map_foldl(pred(in, out, in, out) is det, in, out, in, out) is det.
:- mode map_foldl(pred(in, out, di, uo) is det, in, out, di, uo) is det.
:- mode map_foldl(pred(in, out, in, out) is semidet, in, out, in, out) is semidet.
:- mode map_foldl(pred(in, out, in, out) is nondet, in, out, in, out) is nondet.
:- pred map_foldl2(pred(L, M, A, A, B, B), list(L), list(M), A, A, B, B).
:- mode map_foldl2(pred(in, out, in, out, in, out) is det, in, out, in, out, in, out) is det.
:- mode map_foldl2(pred(in, out, in, out, di, uo) is det, in, out, in, out, di, uo) is det.
:- pred map_foldr(pred(L, M, A, A), list(L), list(M), A, A).
:- mode map_foldr(pred(in, out, in, out) is det, in, out, in, out) is det.
:- pred map2_foldl(pred(L, M, N, A, A), list(L), list(M), list(N), A, A).
:- mode map2_foldl(pred(in, out, out, in, out) is det, in, out, out, in, out) is det.
:- mode map2_foldl(pred(in, out, out, di, uo) is det, in, out, out, di, uo) is det.
:- pred filter_map_foldl(pred(X, Y, A, A)::in(pred(in, out, in, out) is semidet),
    list(X)::in, list(Y)::out, A::in, A::out) is det.

:- implementation.
:- import_module int, require, set.

is_empty([]).
is_not_empty([_ | _]).
is_singleton([X], X).
cons(X, Xs) = [X | Xs].
cons(X, Xs, [X | Xs]).
head([X | _]) = X.
tail([_ | Xs]) = Xs.
head([X | _], X).
tail([_ | Xs], Xs).
det_head([]) = _ :-
    unexpected($pred, "empty list").
det_head([X | _]) = X.
det_tail([]) = _ :-
    unexpected($pred, "empty list").
det_tail([_ | Xs]) = Xs.
det_head_tail([], _, _) :-
    unexpected($pred, "empty list").
det_head_tail([X | Xs], X, Xs).

length(Xs) = count(Xs, 0).
length(Xs, count(Xs, 0)).

:- func count(list(T), int) = int.

count([], N) = N.
count([_ | Xs], N) = count(Xs, N + 1).

same_length([], []).
same_length([_ | Xs], [_ | Ys]) :-
    same_length(Xs, Ys).
same_length3([], [], []).
same_length3([_ | Xs], [_ | Ys], [_ | Zs]) :-
    same_length3(Xs, Ys, Zs).

append([], Ys, Ys).
append([X | Xs], Ys, [X | Zs]) :-
    append(Xs, Ys, Zs).
append(Xs, Ys) = Zs :-
    append(Xs, Ys, Zs).
Xs ++ Ys = Zs :-
    append(Xs, Ys, Zs).
remove_suffix(List, Suffix, Prefix) :-
    Count = length(List) - length(Suffix),
    split_list(Count, List, Prefix, Suffix).
condense([], []).
condense([Xs | Xss], Zs) :-
    condense(Xss, Ys),
    append(Xs, Ys, Zs).
condense(Xss) = Xs :-
    condense(Xss, Xs).

member(X, [X | _]).
member(X, [_ | Xs]) :-
    member(X, Xs).
member(X, [X | Xs], [X | Xs]).
member(X, [_ | Xs], Rest) :-
    member(X, Xs, Rest).
contains(Xs, X) :-
    member(X, Xs).
member_index0(X, [X | _], 0).
member_index0(X, [_ | Xs], N + 1) :-
    member_index0(X, Xs, N).
member_indexes0(X, Ys, Indexes) :-
    indexes(X, Ys, 0, Indexes).

:- pred indexes(T::in, list(T)::in, int::in, list(int)::out) is det.

indexes(_, [], _, []).
indexes(X, [Y | Ys], N, Indexes) :-
    indexes(X, Ys, N + 1, Indexes0),
    Indexes = ( if X = Y then [N | Indexes0] else Indexes0 ).

all_same([]).
all_same([X | Xs]) :-
    all_equal(X, Xs).

:- pred all_equal(T::in, list(T)::in) is semidet.

all_equal(_, []).
all_equal(X, [X | Xs]) :-
    all_equal(X, Xs).

sublist([], _).
sublist([X | Xs], [Y | Ys]) :-
    ( if X = Y then sublist(Xs, Ys) else sublist([X | Xs], Ys) ).

index0([X | Xs], N, Y) :-
    ( if N = 0 then Y = X else index0(Xs, N - 1, Y) ).
index1(Xs, N, X) :-
    index0(Xs, N - 1, X).
index0(Xs, N) = X :-
    index0(Xs, N, X).
index1(Xs, N) = X :-
    index1(Xs, N, X).
det_index0(Xs, N) = X :-
    det_index0(Xs, N, X).
det_index1(Xs, N) = X :-
    det_index1(Xs, N, X).
det_index0(Xs, N, X) :-
    ( if index0(Xs, N, X0) then
        X = X0
    else
        unexpected($pred, "the index is out of range")
    ).
det_index1(Xs, N, X) :-
    det_index0(Xs, N - 1, X).
index0_of_first_occurrence(Xs, X, N) :-
    index_of_first_occurrence(Xs, X, N).
index1_of_first_occurrence(Xs, X, N) :-
    nth_member_search(Xs, X, N).
det_index0_of_first_occurrence(Xs, X) = det_index_of_first_occurrence(Xs, X).
det_index1_of_first_occurrence(Xs, X) = N :-
    nth_member_lookup(Xs, X, N).
index_of_first_occurrence(Xs, X, N) :-
    nth_member_search(Xs, X, N1),
    N = N1 - 1.
det_index_of_first_occurrence(Xs, X) = N :-
    nth_member_lookup(Xs, X, N1),
    N = N1 - 1.
nth_member_search([X | Xs], Y, N) :-
    ( if X = Y then
        N = 1
    else
        nth_member_search(Xs, Y, N0),
        N = N0 + 1
    ).
nth_member_lookup(Xs, X, N) :-
    ( if nth_member_search(Xs, X, N0) then
        N = N0
    else
        unexpected($pred, "no such element")
    ).
last([X | Xs], Last) :-
    (
        Xs = [],
        Last = X
    ;
        Xs = [_ | _],
        last(Xs, Last)
    ).
last(Xs) = X :-
    last(Xs, X).
det_last(Xs) = X :-
    det_last(Xs, X).
det_last(Xs, X) :-
    ( if last(Xs, X0) then
        X = X0
    else
        unexpected($pred, "empty list")
    ).
split_last([X | Xs], Front, Last) :-
    (
        Xs = [],
        Front = [],
        Last = X
    ;
        Xs = [_ | _],
        split_last(Xs, Front0, Last),
        Front = [X | Front0]
    ).
det_split_last(Xs, Front, Last) :-
    ( if split_last(Xs, Front0, Last0) then
        Front = Front0,
        Last = Last0
    else
        unexpected($pred, "empty list")
    ).

:- pragma promise_equivalent_clauses(reverse/2).

reverse(Xs::in, Ys::out) :-
    reverse_prepend(Xs, [], Ys).
reverse(Xs::out, Ys::in) :-
    reverse_prepend(Ys, [], Xs).
reverse(Xs) = Ys :-
    reverse_prepend(Xs, [], Ys).
reverse_prepend([], Ys, Ys).
reverse_prepend([X | Xs], Ys, Zs) :-
    reverse_prepend(Xs, [X | Ys], Zs).
reverse_prepend(Xs, Ys) = Zs :-
    reverse_prepend(Xs, Ys, Zs).

delete([X | Xs], X, Xs).
delete([X | Xs], Y, [X | Ys]) :-
    delete(Xs, Y, Ys).
delete_all(Xs, X) = Ys :-
    delete_all(Xs, X, Ys).
delete_all([], _, []).
delete_all([X | Xs], Y, Zs) :-
    delete_all(Xs, Y, Zs0),
    Zs = ( if X = Y then Zs0 else [X | Zs0] ).
delete_first([X | Xs], Y, Zs) :-
    ( if X = Y then
        Zs = Xs
    else
        delete_first(Xs, Y, Zs0),
        Zs = [X | Zs0]
    ).
delete_elems(Xs, Ys) = Zs :-
    delete_elems(Xs, Ys, Zs).
delete_elems(Xs, [], Xs).
delete_elems(Xs, [Y | Ys], Zs) :-
    delete_all(Xs, Y, Xs1),
    delete_elems(Xs1, Ys, Zs).
delete_nth([X | Xs], N, Zs) :-
    ( if N = 1 then
        Zs = Xs
    else
        delete_nth(Xs, N - 1, Zs0),
        Zs = [X | Zs0]
    ).
det_delete_nth(Xs, N) = Zs :-
    ( if delete_nth(Xs, N, Zs0) then
        Zs = Zs0
    else
        unexpected($pred, "the index is out of range")
    ).
remove_adjacent_dups([], []).
remove_adjacent_dups([X | Xs], Ys) :-
    without_adjacent(X, Xs, Ys).

:- pred without_adjacent(T::in, list(T)::in, list(T)::out) is det.

without_adjacent(X, [], [X]).
without_adjacent(X, [Y | Ys], Zs) :-
    ( if X = Y then
        without_adjacent(X, Ys, Zs)
    else
        without_adjacent(Y, Ys, Zs0),
        Zs = [X | Zs0]
    ).
remove_adjacent_dups(Xs) = Ys :-
    remove_adjacent_dups(Xs, Ys).
remove_dups(Xs, Ys) :-
    without_seen(Xs, set.init, Ys).
remove_dups(Xs) = Ys :-
    remove_dups(Xs, Ys).

:- pred without_seen(list(T)::in, set(T)::in, list(T)::out) is det.

without_seen([], _, []).
without_seen([X | Xs], Seen, Ys) :-
    ( if set.member(X, Seen) then
        without_seen(Xs, Seen, Ys)
    else
        set.insert(X, Seen, Seen1),
        without_seen(Xs, Seen1, Ys0),
        Ys = [X | Ys0]
    ).

insert(X, Xs, [X | Xs]).
insert(X, [Y | Xs], [Y | Ys]) :-
    insert(X, Xs, Ys).

replace([X | Xs], X, Y, [Y | Xs]).
replace([X | Xs], Y, Z, [X | Ys]) :-
    replace(Xs, Y, Z, Ys).
replace_first([X | Xs], Y, Z, List) :-
    ( if X = Y then
        List = [Z | Xs]
    else
        replace_first(Xs, Y, Z, List0),
        List = [X | List0]
    ).
replace_all([], _, _, []).
replace_all([X | Xs], Y, Z, [W | Ws]) :-
    W = ( if X = Y then Z else X ),
    replace_all(Xs, Y, Z, Ws).
replace_all(Xs, Y, Z) = Ws :-
    replace_all(Xs, Y, Z, Ws).
replace_nth([X | Xs], N, Y, List) :-
    ( if N = 1 then
        List = [Y | Xs]
    else
        replace_nth(Xs, N - 1, Y, List0),
        List = [X | List0]
    ).
det_replace_nth(Xs, N, Y) = Ys :-
    det_replace_nth(Xs, N, Y, Ys).
det_replace_nth(Xs, N, Y, Ys) :-
    ( if replace_nth(Xs, N, Y, Ys0) then
        Ys = Ys0
    else
        unexpected($pred, "the index is out of range")
    ).

split_list(N, List, Start, End) :-
    ( if N = 0 then
        Start = [],
        End = List
    else
        N > 0,
        List = [X | Xs],
        split_list(N - 1, Xs, Start0, End),
        Start = [X | Start0]
    ).
det_split_list(N, List, Start, End) :-
    ( if split_list(N, List, Start0, End0) then
        Start = Start0,
        End = End0
    else
        unexpected($pred, "the list is too short")
    ).
split_upto(N, List, Start, End) :-
    ( if N > 0, List = [X | Xs] then
        split_upto(N - 1, Xs, Start0, End),
        Start = [X | Start0]
    else
        Start = [],
        End = List
    ).
take(N, List, Start) :-
    split_list(N, List, Start, _).
det_take(N, List, Start) :-
    det_split_list(N, List, Start, _).
take_upto(N, List) = Start :-
    take_upto(N, List, Start).
take_upto(N, List, Start) :-
    split_upto(N, List, Start, _).
drop(N, List, End) :-
    split_list(N, List, _, End).
det_drop(N, List) = End :-
    det_drop(N, List, End).
det_drop(N, List, End) :-
    det_split_list(N, List, _, End).
take_while(_, [], [], []).
take_while(P, [X | Xs], Start, End) :-
    ( if P(X) then
        take_while(P, Xs, Start0, End),
        Start = [X | Start0]
    else
        Start = [],
        End = [X | Xs]
    ).
take_while(P, Xs, Start) :-
    take_while(P, Xs, Start, _).
take_while(P, Xs) = Start :-
    take_while(P, Xs, Start, _).
take_while_not(_, [], [], []).
take_while_not(P, [X | Xs], Start, End) :-
    ( if P(X) then
        Start = [],
        End = [X | Xs]
    else
        take_while_not(P, Xs, Start0, End),
        Start = [X | Start0]
    ).
take_while_not(P, Xs, Start) :-
    take_while_not(P, Xs, Start, _).
drop_while(P, Xs, End) :-
    take_while(P, Xs, _, End).
drop_while(P, Xs) = End :-
    take_while(P, Xs, _, End).
duplicate(N, X, Xs) :-
    ( if N > 0 then
        duplicate(N - 1, X, Xs0),
        Xs = [X | Xs0]
    else
        Xs = []
    ).
duplicate(N, X) = Xs :-
    duplicate(N, X, Xs).
chunk(Xs, N) = Chunks :-
    chunk(Xs, N, Chunks).
chunk(Xs, N, Chunks) :-
    (
        Xs = [],
        Chunks = []
    ;
        Xs = [_ | _],
        split_upto(max(N, 1), Xs, First, Rest),
        chunk(Rest, N, Chunks0),
        Chunks = [First | Chunks0]
    ).
zip(Xs, Ys) = Zs :-
    zip(Xs, Ys, Zs).
zip([], Ys, Ys).
zip([X | Xs], Ys, [X | Zs]) :-
    zip(Ys, Xs, Zs).

Low .. High = ( if Low =< High then [Low | (Low + 1) .. High] else [] ).

perm([], []).
perm([X | Xs], Ys) :-
    perm(Xs, Ys0),
    insert(X, Ys0, Ys).

sort(Xs, Ys) :-
    sort((pred(X::in, Y::in, R::out) is det :- compare(R, X, Y)), Xs, Ys).
sort(Xs) = Ys :-
    sort(Xs, Ys).
sort(P, Xs, Ys) :-
    (
        Xs = [],
        Ys = []
    ;
        Xs = [X],
        Ys = [X]
    ;
        Xs = [_, _ | _],
        det_split_list(length(Xs) // 2, Xs, Left, Right),
        sort(P, Left, SortedLeft),
        sort(P, Right, SortedRight),
        merge(P, SortedLeft, SortedRight, Ys)
    ).
sort(F, Xs) = Ys :-
    sort((pred(X::in, Y::in, R::out) is det :- R = F(X, Y)), Xs, Ys).
sort_and_remove_dups(Xs, Zs) :-
    sort(Xs, Ys),
    remove_adjacent_dups(Ys, Zs).
sort_and_remove_dups(Xs) = Ys :-
    sort_and_remove_dups(Xs, Ys).
sort_and_remove_dups(P, Xs, Zs) :-
    sort(P, Xs, Ys),
    without_equal(P, Ys, Zs).

:- pred without_equal(comparison_pred(T)::in(comparison_pred), list(T)::in, list(T)::out) is det.

without_equal(_, [], []).
without_equal(_, [X], [X]).
without_equal(P, [X, Y | Rest], Zs) :-
    P(X, Y, R),
    ( if R = (=) then
        without_equal(P, [X | Rest], Zs)
    else
        without_equal(P, [Y | Rest], Zs0),
        Zs = [X | Zs0]
    ).

merge(Xs, Ys, Zs) :-
    merge((pred(X::in, Y::in, R::out) is det :- compare(R, X, Y)), Xs, Ys, Zs).
merge(Xs, Ys) = Zs :-
    merge(Xs, Ys, Zs).
merge(_, [], Ys, Ys).
merge(_, [X | Xs], [], [X | Xs]).
merge(P, [X | Xs], [Y | Ys], Zs) :-
    P(X, Y, R),
    ( if R = (>) then
        merge(P, [X | Xs], Ys, Zs0),
        Zs = [Y | Zs0]
    else
        merge(P, Xs, [Y | Ys], Zs0),
        Zs = [X | Zs0]
    ).
merge_and_remove_dups(Xs, Ys, Zs) :-
    merge(Xs, Ys, Zs0),
    remove_adjacent_dups(Zs0, Zs).
merge_and_remove_dups(Xs, Ys) = Zs :-
    merge_and_remove_dups(Xs, Ys, Zs).

map(_, [], []).
map(P, [X | Xs], [Y | Ys]) :-
    P(X, Y),
    map(P, Xs, Ys).
map(_, []) = [].
map(F, [X | Xs]) = [F(X) | map(F, Xs)].
map2(_, [], [], []).
map2(P, [X | Xs], [Y | Ys], [Z | Zs]) :-
    P(X, Y, Z),
    map2(P, Xs, Ys, Zs).
map3(_, [], [], [], []).
map3(P, [X | Xs], [Y | Ys], [Z | Zs], [W | Ws]) :-
    P(X, Y, Z, W),
    map3(P, Xs, Ys, Zs, Ws).
map_corresponding(_, [], [], []).
map_corresponding(_, [], [_ | _], _) :-
    unexpected($pred, "lists of different lengths").
map_corresponding(_, [_ | _], [], _) :-
    unexpected($pred, "lists of different lengths").
map_corresponding(P, [X | Xs], [Y | Ys], [Z | Zs]) :-
    P(X, Y, Z),
    map_corresponding(P, Xs, Ys, Zs).
map_corresponding(_, [], []) = [].
map_corresponding(_, [], [_ | _]) = _ :-
    unexpected($pred, "lists of different lengths").
map_corresponding(_, [_ | _], []) = _ :-
    unexpected($pred, "lists of different lengths").
map_corresponding(F, [X | Xs], [Y | Ys]) = [F(X, Y) | map_corresponding(F, Xs, Ys)].
map_corresponding3(F, Xs, Ys, Zs) = Ws :-
    ( if Xs = [X | Xs1], Ys = [Y | Ys1], Zs = [Z | Zs1] then
        Ws = [F(X, Y, Z) | map_corresponding3(F, Xs1, Ys1, Zs1)]
    else if Xs = [], Ys = [], Zs = [] then
        Ws = []
    else
        unexpected($pred, "lists of different lengths")
    ).
filter_map_corresponding(_, [], [], []).
filter_map_corresponding(_, [], [_ | _], _) :-
    unexpected($pred, "lists of different lengths").
filter_map_corresponding(_, [_ | _], [], _) :-
    unexpected($pred, "lists of different lengths").
filter_map_corresponding(P, [X | Xs], [Y | Ys], Zs) :-
    filter_map_corresponding(P, Xs, Ys, Zs0),
    ( if P(X, Y, Z) then Zs = [Z | Zs0] else Zs = Zs0 ).
foldl_corresponding(F, Xs, Ys, A0) = A :-
    foldl_corresponding((pred(X::in, Y::in, B0::in, B::out) is det :- B = F(X, Y, B0)), Xs, Ys, A0, A).
foldl_corresponding(_, [], [], !A).
foldl_corresponding(_, [], [_ | _], _, _) :-
    unexpected($pred, "lists of different lengths").
foldl_corresponding(_, [_ | _], [], _, _) :-
    unexpected($pred, "lists of different lengths").
foldl_corresponding(P, [X | Xs], [Y | Ys], !A) :-
    P(X, Y, !A),
    foldl_corresponding(P, Xs, Ys, !A).

all_true(_, []).
all_true(P, [X | Xs]) :-
    P(X),
    all_true(P, Xs).
all_false(_, []).
all_false(P, [X | Xs]) :-
    not P(X),
    all_false(P, Xs).
any_true(P, Xs) :-
    not all_false(P, Xs).
any_false(P, Xs) :-
    not all_true(P, Xs).
all_true_corresponding(_, [], []).
all_true_corresponding(P, [X | Xs], [Y | Ys]) :-
    P(X, Y),
    all_true_corresponding(P, Xs, Ys).
filter(P, Xs, Ys) :-
    filter(P, Xs, Ys, _).
filter(P, Xs) = Ys :-
    filter(P, Xs, Ys, _).
filter(_, [], [], []).
filter(P, [X | Xs], Ys, Zs) :-
    filter(P, Xs, Ys0, Zs0),
    ( if P(X) then
        Ys = [X | Ys0],
        Zs = Zs0
    else
        Ys = Ys0,
        Zs = [X | Zs0]
    ).
negated_filter(P, Xs, Zs) :-
    filter(P, Xs, _, Zs).
negated_filter(P, Xs) = Zs :-
    filter(P, Xs, _, Zs).
filter_map(P, Xs, Ys) :-
    filter_map(P, Xs, Ys, _).
filter_map(_, []) = [].
filter_map(F, [X | Xs]) = Ys :-
    Ys0 = filter_map(F, Xs),
    ( if Y = F(X) then Ys = [Y | Ys0] else Ys = Ys0 ).
filter_map(_, [], [], []).
filter_map(P, [X | Xs], Ys, Zs) :-
    filter_map(P, Xs, Ys0, Zs0),
    ( if P(X, Y) then
        Ys = [Y | Ys0],
        Zs = Zs0
    else
        Ys = Ys0,
        Zs = [X | Zs0]
    ).
find_first_match(P, [X | Xs], Found) :-
    ( if P(X) then Found = X else find_first_match(P, Xs, Found) ).
find_first_map(P, [X | Xs], Found) :-
    ( if P(X, Y) then Found = Y else find_first_map(P, Xs, Found) ).
find_index_of_match(P, [X | Xs], N, Found) :-
    ( if P(X) then Found = N else find_index_of_match(P, Xs, N + 1, Found) ).

foldl(_, [], A) = A.
foldl(F, [X | Xs], A) = foldl(F, Xs, F(X, A)).
foldl(_, [], !A).
foldl(P, [X | Xs], !A) :-
    P(X, !A),
    foldl(P, Xs, !A).
foldl2(_, [], !A, !B).
foldl2(P, [X | Xs], !A, !B) :-
    P(X, !A, !B),
    foldl2(P, Xs, !A, !B).
foldl3(_, [], !A, !B, !C).
foldl3(P, [X | Xs], !A, !B, !C) :-
    P(X, !A, !B, !C),
    foldl3(P, Xs, !A, !B, !C).
foldl4(_, [], !A, !B, !C, !D).
foldl4(P, [X | Xs], !A, !B, !C, !D) :-
    P(X, !A, !B, !C, !D),
    foldl4(P, Xs, !A, !B, !C, !D).
foldr(_, [], A) = A.
foldr(F, [X | Xs], A) = F(X, foldr(F, Xs, A)).
foldr(_, [], !A).
foldr(P, [X | Xs], !A) :-
    foldr(P, Xs, !A),
    P(X, !A).
foldr2(_, [], !A, !B).
foldr2(P, [X | Xs], !A, !B) :-
    foldr2(P, Xs, !A, !B),
    P(X, !A, !B).
map_foldl(_, [], [], !A).
map_foldl(P, [X | Xs], [Y | Ys], !A) :-
    P(X, Y, !A),
    map_foldl(P, Xs, Ys, !A).
map_foldl2(_, [], [], !A, !B).
map_foldl2(P, [X | Xs], [Y | Ys], !A, !B) :-
    P(X, Y, !A, !B),
    map_foldl2(P, Xs, Ys, !A, !B).
map_foldr(_, [], [], !A).
map_foldr(P, [X | Xs], [Y | Ys], !A) :-
    map_foldr(P, Xs, Ys, !A),
    P(X, Y, !A).
map2_foldl(_, [], [], [], !A).
map2_foldl(P, [X | Xs], [Y | Ys], [Z | Zs], !A) :-
    P(X, Y, Z, !A),
    map2_foldl(P, Xs, Ys, Zs, !A).
filter_map_foldl(_, [], [], !A).
filter_map_foldl(P, [X | Xs], Ys, !A) :-
    ( if P(X, Y, !A) then
        filter_map_foldl(P, Xs, Ys0, !A),
        Ys = [Y | Ys0]
    else
        filter_map_foldl(P, Xs, Ys, !A)
    ).
