% Variables that occur once, clauses that are not together.
p(X, Y) :- q(X).
q(_X, _X).
p(1, 2).
q(1 2, [3 4]).
