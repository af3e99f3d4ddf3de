% Figure 5.1 and table 5.2: bubblesort has 10 sequences within depth 5, and 34 within depth 6; the table has 24 of them.
%! generate figure_5_1.m -e bubblesort --depth 6 --conditions
:- module figure_5_1.
:- interface.
:- import_module int, list.
:- pred bubblesort(list(int), list(int)).
:- mode bubblesort(in, out) is det.
:- implementation.
bubblesort(List, Sorted) :- bsort(List, [], Sorted).

:- pred bsort(list(int), list(int), list(int)).
:- mode bsort(in, in, out) is det.
bsort([], Acc, Acc).
bsort([H | T], Acc, Sorted) :-
    bubble(H, T, NT, Max), bsort(NT, [Max | Acc], Sorted).

:- pred bubble(int, list(int), list(int), int).
:- mode bubble(in, in, out, out) is det.
bubble(X, [], [], X).
bubble(X, [Y | T], [Y | NT], Max) :- X > Y, bubble(X, T, NT, Max).
bubble(X, [Y | T], [X | NT], Max) :- X <= Y, bubble(Y, T, NT, Max).
