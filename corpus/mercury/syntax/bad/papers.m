:- module papers.
:- pred p(int::in, int::in) is semidet.
p (X, Y) :- X <= Y.
p(X, Y) :- X <= 3, X => f(Y), Y <= g(X), call(X) => p(X, Y).
p(X, Y) :- r(X) (Y).
