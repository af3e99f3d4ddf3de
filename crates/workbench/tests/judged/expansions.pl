% term_expansion and goal_expansion
%! lookup(?,-) quad(+,-)
term_expansion(gen(N, V), [val(N, V), has(N)]).
gen(a, 1).
gen(b, 2).
lookup(N, V) :- has(N), val(N, V0), V = V0.
lookup(N, none) :- \+ has(N).
goal_expansion(dbl(X, Y), Y is X*2).
quad(X, Z) :- dbl(X, Y), dbl(Y, Z).
