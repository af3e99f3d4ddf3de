% assert-free puzzle: map colouring and river crossing
%! map(?,?,?,?) legal(+,?,-) safe(+) safe(?) plan(+,+,-)
color(red). color(green). color(blue).
map(A,B,C,D) :- color(A), color(B), A \= B, color(C), C \= A, C \= B, color(D), D \= B, D \= C.
opp(e, w). opp(w, e).
safe(s(F,_,G,_)) :- F == G, !.
safe(s(F,W,_,C)) :- F == W, F == C.
move(s(X,W,G,C), alone, s(Y,W,G,C)) :- opp(X,Y).
move(s(X,X,G,C), wolf, s(Y,Y,G,C)) :- opp(X,Y).
move(s(X,W,X,C), goat, s(Y,W,Y,C)) :- opp(X,Y).
move(s(X,W,G,X), cabbage, s(Y,W,G,Y)) :- opp(X,Y).
legal(S, M, T) :- move(S, M, T), safe(T).
plan(S, S, []).
plan(S, G, [M|Ms]) :- legal(S, M, T), plan(T, G, Ms).
