% mixed modes: peano and list relations
%! plus_(?,?,?) times(+,+,-) leq(?,+) even(?) perm(+,-) perm(+,+)
nat(z).
nat(s(N)) :- nat(N).
plus_(z, N, N).
plus_(s(M), N, s(K)) :- plus_(M, N, K).
times(z, _, z).
times(s(M), N, P) :- times(M, N, Q), plus_(N, Q, P).
leq(z, _).
leq(s(M), s(N)) :- leq(M, N).
even(z).
even(s(s(N))) :- even(N).
sel(X, [X|T], T).
sel(X, [H|T], [H|R]) :- sel(X, T, R).
perm([], []).
perm(L, [H|T]) :- sel(H, L, R), perm(R, T).
