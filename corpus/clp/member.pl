% Membership, once with all solutions and once with the first only.
%! generate -e 'mem(?,+)' --depth 4
%! generate -e 'memchk(?,+)' --depth 4
%! generate -e 'nonmem(+,+)' --depth 4
mem(X, [X|_]).
mem(X, [_|T]) :- mem(X, T).

memchk(X, L) :- mem(X, L), !.
nonmem(X, L) :- \+ mem(X, L).

%?- mem(X, [1,2,3]).
%?- memchk(X, [1,2,3]).
%?- nonmem(4, [1,2]).
%?- nonmem(X, [1]).
%?- mem(a, L).
