% clpfd
%! double(?,?) pos(?) queens(+,-) fact(?,?)
:- use_module(library(clpfd)).
double(X, Y) :- Y #= 2*X.
pos(X) :- X #> 0, X #< 5, label([X]).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :- Q #\= Q1, abs(Q-Q1) #\= D, D1 is D+1, no_attack(Q, Qs, D1).
fact(0, 1).
fact(N, F) :- N #> 0, M #= N-1, F #= N*G, fact(M, G).
