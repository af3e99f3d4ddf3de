% accumulators
%! maxl(+,-) avg(+,-) qs(+,-)
sum(L, S) :- sum(L, 0, S).
sum([], S, S).
sum([X|Xs], A, S) :- A1 is A+X, sum(Xs, A1, S).
maxl([X|Xs], M) :- maxl(Xs, X, M).
maxl([], M, M).
maxl([X|Xs], A, M) :- X > A, !, maxl(Xs, X, M).
maxl([_|Xs], A, M) :- maxl(Xs, A, M).
avg(L, A) :- sum(L, S), length(L, N), N > 0, A is S/N.
split([], _, [], []).
split([X|Xs], P, [X|Lo], Hi) :- X =< P, split(Xs, P, Lo, Hi).
split([X|Xs], P, Lo, [X|Hi]) :- X > P, split(Xs, P, Lo, Hi).
qs([], []).
qs([P|Xs], S) :- split(Xs, P, L, H), qs(L, SL), qs(H, SH), append(SL, [P|SH], S).
