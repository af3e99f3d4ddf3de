% run length encoding
%! rle(+,-) unrle(?,?) roundtrip(+)
rle([], []).
rle([X|Xs], [X-N|R]) :- cnt(X, Xs, 1, N, Rest), rle(Rest, R).
cnt(X, [X|Xs], N0, N, R) :- !, N1 is N0+1, cnt(X, Xs, N1, N, R).
cnt(_, R, N, N, R).
unrle([], []).
unrle([_-0|R], L) :- unrle(R, L).
unrle([X-N|R], [X|L]) :- N > 0, M is N-1, unrle([X-M|R], L).
roundtrip(L) :- rle(L, E), unrle(E, L).
