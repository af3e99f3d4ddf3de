% arithmetic with guards
%! gcd(+,+,-) fact(+,?) sign(+,-) grade(+,?) collatz(+,-) triangle(+,+,+,-)
gcd(X, 0, X) :- !, X > 0.
gcd(X, Y, G) :- Y > 0, Z is X mod Y, gcd(Y, Z, G).
fact(0, 1) :- !.
fact(N, F) :- N > 0, M is N-1, fact(M, G), F is N*G.
sign(X, neg) :- X < 0.
sign(X, zero) :- X =:= 0.
sign(X, pos) :- X > 0.
grade(S, a) :- S >= 90, !.
grade(S, b) :- S >= 80, !.
grade(S, c) :- S >= 70, !.
grade(_, f).
collatz(1, 0) :- !.
collatz(N, S) :- N > 1, ( N mod 2 =:= 0 -> M is N // 2 ; M is 3*N+1 ), collatz(M, T), S is T+1.
triangle(A,B,C,K) :- A>0,B>0,C>0, A+B>C, A+C>B, B+C>A, kind(A,B,C,K).
kind(A,A,A,equilateral) :- !.
kind(A,B,C,isosceles) :- ( A=:=B ; B=:=C ; A=:=C ), !.
kind(_,_,_,scalene).
