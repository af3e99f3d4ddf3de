% assoc lists & pairs
%! get(?,+,-) put(+,+,+,-) freq(+,-) cnt(+,+,-)
get([K-V|_], K, V) :- !.
get([_|T], K, V) :- get(T, K, V).
put([], K, V, [K-V]).
put([K-_|T], K, V, [K-V|T]) :- !.
put([P|T], K, V, [P|R]) :- put(T, K, V, R).
freq(L, F) :- msort(L, S), clumped_(S, F).
clumped_([], []).
clumped_([X|Xs], [X-N|R]) :- run(X, Xs, 1, N, T), clumped_(T, R).
run(X, [Y|T], N0, N, R) :- X == Y, !, N1 is N0+1, run(X, T, N1, N, R).
run(_, R, N, N, R).
cnt(W, L, N) :- list_to_assoc([], A0), foldl(inc, L, A0, A), ( get_assoc(W, A, N) -> true ; N = 0 ).
inc(W, A0, A) :- ( get_assoc(W, A0, N0) -> N is N0+1 ; N = 1 ), put_assoc(W, A0, N, A).
