% meta interpreter
%! prove(+) depth(?,-)
prove(true) :- !.
prove((A, B)) :- !, prove(A), prove(B).
prove((A ; B)) :- !, ( prove(A) ; prove(B) ).
prove(\+ A) :- !, \+ prove(A).
prove(A) :- rule(A, B), prove(B).
rule(parent(tom, bob), true).
rule(parent(bob, ann), true).
rule(grand(X, Z), (parent(X, Y), parent(Y, Z))).
rule(orphan(X), \+ parent(_, X)).
depth(A, D) :- ( prove(A) -> D = proved ; D = unproved ).
