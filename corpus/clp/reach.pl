% Reachability in a graph with a circle.
%! generate -e 'path(+,?)' --depth 2
%! generate -e 'all(+,-)' --depth 2
edge(a, b).  edge(b, c).  edge(c, a).  edge(c, d).

path(X, Y) :- path(X, Y, [X]).
path(X, X, _).
path(X, Y, Seen) :-
    edge(X, Z),
    \+ memberchk(Z, Seen),
    path(Z, Y, [Z|Seen]).

all(X, Ys) :- findall(Y, path(X, Y), Ys).

%?- edge(X, Y).
%?- all(a, Ys).
