% Sorting in several ways.
:- module sorting.
:- interface.
:- import_module list.

:- pred bubblesort(list(int)::in, list(int)::out) is det.
:- pred quicksort(comparison_func(T)::in, list(T)::in, list(T)::out) is det.
:- func merge_sort(list(T)) = list(T).
:- pred permutation_sort(list(int)::in, list(int)::out) is nondet.
:- pred sorted(list(int)::in) is semidet.

:- implementation.
:- import_module int.

bubblesort(List, Sorted) :-
    bsort(List, [], Sorted).

:- pred bsort(list(int)::in, list(int)::in, list(int)::out) is det.

bsort([], Acc, Acc).
bsort([H | T], Acc, Sorted) :-
    bubble(H, T, NT, Max),
    bsort(NT, [Max | Acc], Sorted).

:- pred bubble(int::in, list(int)::in, list(int)::out, int::out) is det.

bubble(X, [], [], X).
bubble(X, [Y | T], NT, Max) :-
    ( if X > Y then
        bubble(X, T, NT0, Max),
        NT = [Y | NT0]
    else
        bubble(Y, T, NT0, Max),
        NT = [X | NT0]
    ).

quicksort(_, [], []).
quicksort(Compare, [Pivot | Xs], Sorted) :-
    list.filter((pred(X::in) is semidet :- Compare(X, Pivot) = (<)), Xs, Small, Large),
    quicksort(Compare, Small, SortedSmall),
    quicksort(Compare, Large, SortedLarge),
    Sorted = SortedSmall ++ [Pivot] ++ SortedLarge.

merge_sort([]) = [].
merge_sort([X]) = [X].
merge_sort(List @ [_, _ | _]) = merge(merge_sort(Left), merge_sort(Right)) :-
    list.split_list(list.length(List) / 2, List, Left, Right).

:- func merge(list(T), list(T)) = list(T).

merge([], Ys) = Ys.
merge(Xs @ [_ | _], []) = Xs.
merge([X | Xs], [Y | Ys]) =
    ( if compare((>), X, Y) then
        [Y | merge([X | Xs], Ys)]
    else
        [X | merge(Xs, [Y | Ys])]
    ).

permutation_sort(List, Sorted) :-
    list.perm(List, Sorted),
    sorted(Sorted).

sorted([]).
sorted([_]).
sorted([X, Y | Rest]) :-
    X =< Y,
    sorted([Y | Rest]).
