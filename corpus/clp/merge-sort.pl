% Merge sort: split in turn, sort the halves, merge them.
%! generate -e 'msort_(+,-)' --depth 4
%! generate -e 'merge(+,+,-)' --depth 4
%! generate -e 'halves(+,-,-)' --depth 4
msort_([], []).
msort_([X], [X]).
msort_([X,Y|Zs], Sorted) :-
    halves([X,Y|Zs], Left, Right),
    msort_(Left, SortedLeft),
    msort_(Right, SortedRight),
    merge(SortedLeft, SortedRight, Sorted).

halves([], [], []).
halves([X|Xs], [X|Left], Right) :- halves(Xs, Right, Left).

merge([], Ys, Ys).
merge([X|Xs], [], [X|Xs]).
merge([X|Xs], [Y|Ys], [X|Zs]) :- X =< Y, merge(Xs, [Y|Ys], Zs).
merge([X|Xs], [Y|Ys], [Y|Zs]) :- X > Y, merge([X|Xs], Ys, Zs).

%?- msort_([3,1,2,1], S).
%?- merge([1,3], [2,4], Z).
%?- merge([a], [b], Z).
%?- halves([1,2,3], L, R).
