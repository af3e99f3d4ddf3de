% Examples 3 and 8 of the paper: constraints over trees that lead a rule.
%! generate -e 'p(?)' --depth 4
:- domain(term).
p(X) :- { X = a }.
p(s(Y)) :- q(Y).
q(W) :- { W = a }.
