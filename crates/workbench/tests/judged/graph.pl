% graph search
%! path(?,?,-) reach(+,?) deg(?,-) sink(?)
edge(a,b). edge(b,c). edge(c,d). edge(b,d). edge(d,a).
path(X, Y, P) :- path(X, Y, [X], R), reverse(R, P).
path(X, X, V, V).
path(X, Y, V, P) :- edge(X, Z), \+ memberchk(Z, V), path(Z, Y, [Z|V], P).
reach(X, Y) :- bfs([X], [X], Y).
bfs([Y|_], _, Y).
bfs([X|Q], Seen, Y) :-
    findall(Z, (edge(X,Z), \+ memberchk(Z, Seen)), Zs),
    append(Q, Zs, Q1), append(Seen, Zs, S1), bfs(Q1, S1, Y).
deg(X, N) :- findall(Y, edge(X,Y), L), length(L, N).
sink(X) :- \+ edge(X, _).
