% A family: parents, siblings, ancestors.
%! generate -e 'grandparent(?,?)' --depth 2
%! generate -e 'ancestor(+,?)' --depth 2
%! generate -e 'sibling(?,?)' --depth 2
%! generate -e 'only_child(?)' --depth 2
parent(tom, bob).
parent(tom, liz).
parent(pam, bob).
parent(bob, ann).
parent(bob, pat).
parent(pat, jim).

female(pam).
female(liz).
female(ann).
female(pat).
male(Person) :- person(Person), \+ female(Person).

person(P) :- parent(P, _).
person(P) :- parent(_, P).

mother(M, Child) :- parent(M, Child), female(M).
grandparent(G, Child) :- parent(G, P), parent(P, Child).

sibling(X, Y) :- parent(P, X), parent(P, Y), X \== Y.
aunt(A, Child) :- parent(P, Child), sibling(A, P), female(A).

ancestor(A, D) :- parent(A, D).
ancestor(A, D) :- parent(A, P), ancestor(P, D).

only_child(C) :- parent(_, C), \+ sibling(C, _).

%?- grandparent(tom, X).
%?- ancestor(X, jim).
%?- sibling(ann, X).
%?- aunt(liz, X).
%?- male(tom).
%?- male(ann).
%?- only_child(X).
%?- mother(X, jim).
