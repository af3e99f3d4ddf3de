% difference lists and flatten
%! flat(+,-) flat(?,?) dl_app(?,?,?) hanoi(+,+,+,+,-) dutch(+,-)
flat(L, F) :- flat(L, F, []).
flat([], X, X) :- !.
flat([H|T], X, Z) :- !, flat(H, X, Y), flat(T, Y, Z).
flat(A, [A|X], X).
dl_app(A-B, B-C, A-C).
rot([H|T], R) :- append(T, [H], R).
hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Ms) :- N > 0, M is N-1, hanoi(M, A, C, B, X), hanoi(M, C, B, A, Y), append(X, [A-B|Y], Ms).
dutch(Xs, Rs) :- col(Xs, R, W, B), append([R, W, B], Rs).
col([], [], [], []).
col([red(X)|T], [red(X)|R], W, B) :- col(T, R, W, B).
col([white(X)|T], R, [white(X)|W], B) :- col(T, R, W, B).
col([blue(X)|T], R, W, [blue(X)|B]) :- col(T, R, W, B).
