% Reversing with an accumulator.
rev(Xs, Ys) :- rev(Xs, [], Ys).

rev([], Ys, Ys).
rev([X|Xs], Acc, Ys) :- rev(Xs, [X|Acc], Ys).

%?- rev([1,2,3], X).
%?- rev([], []).
