% Example 1 of the paper: four feasible cases, the last of which needs negative constraints.
%! generate -e 'p(?)' --depth 4
:- domain(term).
p(f(a)).
p(f(X)) :- q(X).
q(b).
