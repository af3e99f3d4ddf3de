% Names that are not there, and some that nearly are.
p(X, Y) :- apend(X, [1], Z), revers(Z, Y), lenght(Y, _).
q(X) :- p(X), unheard_of(X).
reverse_([], _).
