% Quicksort with difference lists.
%! generate -e 'qsort(+,-)' --depth 4
%! generate -e 'split(+,+,-,-)' --depth 4
qsort(L, S) :- qsort(L, S, []).

qsort([], R, R).
qsort([X|L], R, R0) :-
    split(L, X, L1, L2),
    qsort(L2, R1, R0),
    qsort(L1, R, [X|R1]).

split([], _, [], []).
split([X|L], Y, [X|L1], L2) :- X =< Y, !, split(L, Y, L1, L2).
split([X|L], Y, L1, [X|L2]) :- split(L, Y, L1, L2).

%?- qsort([3,1,2,1], S).
%?- qsort([b], S).
%?- qsort([b,a], S).
%?- qsort([X,1], S).
