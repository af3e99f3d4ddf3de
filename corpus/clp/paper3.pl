% Examples 3 and 8 of the paper: constraints over trees that lead a rule.
:- domain(term).
p(X) :- { X = a }.
p(s(Y)) :- q(Y).
q(W) :- { W = a }.
