% The larger of two numbers, written with a green cut, with a red cut and with a conditional.
%! generate -e 'max(+,+,-)' --depth 3
%! generate -e 'max_cut(+,+,?)' --depth 3
%! generate -e 'max_if(+,+,-)' --depth 3
%! generate -e 'largest(+,-)' --depth 3
max(X, Y, X) :- X >= Y, !.
max(X, Y, Y) :- X < Y.

% Wrong for max_cut(3, 2, 2): the cut comes too late.
max_cut(X, Y, X) :- X >= Y, !.
max_cut(_, Y, Y).

max_if(X, Y, Z) :- ( X >= Y -> Z = X ; Z = Y ).

largest([X], X) :- !.
largest([X|Xs], Max) :- largest(Xs, Max0), max_if(X, Max0, Max).

%?- max(1, 2, Z).
%?- max(2, 2, Z).
%?- max_cut(3, 2, 2).
%?- max_if(4, 3, Z).
%?- largest([3,1,4,1], M).
%?- largest([], M).
%?- max(a, 1, Z).
