% Putting two lists together, in any direction.
%! generate -e 'append(+,+,-)' --depth 4
%! generate -e 'append(-,-,+)' --depth 4
append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

%?- append(X, Y, [1,2,3]).
%?- append([a], [b|T], Z).
%?- append(X, [b], [a,b]).
%?- append([1], [2], [3]).
