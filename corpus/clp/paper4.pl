% Examples 4 and 6 of the paper: two rules for q.
%! generate -e 'p(?)' --depth 4
:- domain(term).
p(W) :- q(W).
q(X) :- { X = a }.
q(s(_)).
