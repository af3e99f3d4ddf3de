% between / length / nth0 / msort / sort
%! third(?,?) pos(?,+,-) top(+,-) uniq(?,-) desc(+,-) bykey(+,-) med(+,-) samelen(?,?) prime(+) pyth(+,-,-,-)
pyth(N, A, B, C) :- between(1, N, A), between(A, N, B), between(B, N, C), A*A+B*B =:= C*C.
third(L, X) :- nth0(2, L, X).
pos(X, L, I) :- nth1(I, L, X), !.
top(L, X) :- msort(L, S), last(S, X).
uniq(L, N) :- sort(L, S), length(S, N).
desc(L, S) :- sort(0, @>=, L, S).
bykey(L, S) :- sort(1, @<, L, S).
med(L, M) :- length(L, N), N > 0, msort(L, S), I is N//2, nth0(I, S, M).
samelen(A, B) :- length(A, N), length(B, N).
prime(2).
prime(N) :- N > 2, N mod 2 =\= 0, M is N-1, \+ ( between(2, M, D), N mod D =:= 0 ).
