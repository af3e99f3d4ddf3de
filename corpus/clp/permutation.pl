% Permutations by choosing an element at a time.
%! generate -e 'perm(+,-)' --depth 4
%! generate -e 'perm(+,+)' --depth 4
perm([], []).
perm(L, [H|T]) :- choose(H, L, R), perm(R, T).

choose(X, [X|T], T).
choose(X, [Y|T], [Y|R]) :- choose(X, T, R).

%?- perm([1,2,3], P).
%?- perm([], P).
