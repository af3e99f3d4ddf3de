% bits, chars, repeated calls and global cuts in nested constructs
%! parity(?,-) shift(+,+,-) pow(+,+,-) code(?,-) some(?) nest(?,?) notnot(?) cutneg(?)
parity(N, P) :- B is N /\ 1, ( B =:= 0, ! , P = even ; P = odd ).
shift(N, K, M) :- K >= 0 -> M is N << K ; M is N >> (-K).
pow(_, 0, 1).
pow(X, N, P) :- N > 0, M is N-1, pow(X, M, Q), P is X*Q.
code(C, K) :- char_code(C, N), ( N >= 0'a, N =< 0'z -> K = lower ; N >= 0'0, N =< 0'9 -> K = digit ; K = other ).
any(P, L) :- member(X, L), call(P, X), !.
small(X) :- X < 3.
some(L) :- any(small, L).
nest(X, R) :- ( X = 1, ( true ; R = b ), R = a ; X = 2, !, R = c ; R = d ).
notnot(X) :- \+ \+ X = 1.
cutneg(X) :- \+ ( X = 1, ! , fail ).
