% coroutines, b_setval, when
%! dif_all(?) pick(?,?) fz(?,?) late(?,?) lim(+,-) lim2(+,-) ig(?) on(?) tab(+)
dif_all([]).
dif_all([X|Xs]) :- maplist(dif(X), Xs), dif_all(Xs).
pick(X, Y) :- dif(X, Y), member(X, [a,b]), member(Y, [a,b]).
fz(X, R) :- freeze(X, R = got(X)), X = 1.
late(X, Y) :- when(ground(X), Y = done).
lim(G, N) :- findall(x, limit(2, G), L), length(L, N).
lim2(L, N) :- findall(X, limit(2, member(X, L)), R), length(R, N).
ig(G) :- ignore(G).
on(G) :- once(G).
tab(X) :- tab(2), write(X), nl.
