% Examples 5 and 7 of the paper: CLP over the naturals.
%! generate -e 'p(?)' --depth 4
:- domain(nat).
p(W) :- { W =< 10 }, q(W).
q(Y) :- { Y =< 2 }.
q(Z) :- { 8 =< Z, Z =< 10 }.
q(T) :- { T < 5 }.
