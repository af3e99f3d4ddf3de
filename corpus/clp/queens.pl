% N queens by generate and test.
%! generate -e 'safe(+)' --depth 4
%! generate -e 'queens(+,-)' --depth 2
queens(N, Qs) :-
    numlist(1, N, Ns),
    pick(Ns, Qs),
    safe(Qs).

pick([], []).
pick(L, [H|T]) :- sel(H, L, R), pick(R, T).

sel(X, [X|T], T).
sel(X, [Y|T], [Y|R]) :- sel(X, T, R).

safe([]).
safe([Q|Qs]) :- \+ attack(Q, 1, Qs), safe(Qs).

attack(Q, D, [P|_]) :- ( Q =:= P + D ; Q =:= P - D ).
attack(Q, D, [_|Ps]) :- D1 is D + 1, attack(Q, D1, Ps).

%?- safe([2,4,1,3]).
%?- safe([1,2]).
%?- pick([1,2,3], Q), safe(Q).
%?- pick([1,2,3,4], Q), safe(Q).
%?- queens(4, Q).
