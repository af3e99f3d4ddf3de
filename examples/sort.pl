% quicksort(+List, -Sorted)
quicksort([], []).
quicksort([Pivot|List], Sorted) :-
    partition(List, Pivot, Smaller, Larger),
    quicksort(Smaller, Front),
    quicksort(Larger, Back),
    append(Front, [Pivot|Back], Sorted).

partition([], _, [], []).
partition([Item|List], Pivot, [Item|Smaller], Larger) :-
    Item =< Pivot,
    partition(List, Pivot, Smaller, Larger).
partition([Item|List], Pivot, Smaller, [Item|Larger]) :-
    Item > Pivot,
    partition(List, Pivot, Smaller, Larger).
