% Membership, once with all solutions and once with the first only.
mem(X, [X|_]).
mem(X, [_|T]) :- mem(X, T).

memchk(X, L) :- mem(X, L), !.
nonmem(X, L) :- \+ mem(X, L).
