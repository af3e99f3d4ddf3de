% Reversing with an accumulator.
%! generate -e 'rev(+,-)' --depth 4
rev(Xs, Ys) :- rev(Xs, [], Ys).

rev([], Ys, Ys).
rev([X|Xs], Acc, Ys) :- rev(Xs, [X|Acc], Ys).

%?- rev([1,2,3], X).
%?- rev([], []).
