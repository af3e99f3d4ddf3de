% cuts and negation, if-then-else, soft cut
%! likes(?,?) once_only(?,?) classify(?,-) soft(?,?) nodup(?) disj(?,?,-) dead(?)
likes(mary, wine).
likes(mary, food).
likes(john, X) :- likes(mary, X), \+ hates(john, X).
hates(john, wine).
once_only(X, Y) :- member(X, [a,b,c]), !, Y = X.
classify(X, T) :- ( var(X) -> T = var ; atom(X) -> T = atom ; integer(X) -> T = int ; float(X) -> T = float ; string(X) -> T = str ; compound(X) -> T = comp ; T = never ).
soft(X, Y) :- ( member(X-Y, [1-a, 1-b, 2-c]) *-> true ; Y = none ).
nodup([]).
nodup([H|T]) :- \+ member(H, T), nodup(T).
disj(A, B, R) :- ( A = 1, B = 2 ; A = B, A \== 1 ), R = ok.
dead(X) :- X > 3, X < 3.
dead(X) :- atom(X), integer(X).
