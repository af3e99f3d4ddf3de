% Prolog in Prolog: the vanilla interpreter over rules that are facts, with a bound on the depth.
%! generate -e 'solve(+)' --depth 3
%! generate -e 'solve(+,+)' --depth 3
rule(path(X, Y), edge(X, Y)).
rule(path(X, Y), (edge(X, Z), path(Z, Y))).
rule(edge(a, b), true).
rule(edge(b, c), true).

solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve((A ; B)) :- !, ( solve(A) ; solve(B) ).
solve(\+ A) :- !, \+ solve(A).
solve(A) :- rule(A, Body), solve(Body).

solve(_, Depth) :- Depth < 0, !, throw(too_deep).
solve(true, _) :- !.
solve((A, B), Depth) :- !, solve(A, Depth), solve(B, Depth).
solve(A, Depth) :- rule(A, Body), Less is Depth - 1, solve(Body, Less).

%?- solve(path(a, X)).
%?- solve((path(a, X), \+ path(X, _))).
%?- solve(path(c, X)).
%?- solve(path(a, c), 1).
%?- solve(path(a, c), 9).
