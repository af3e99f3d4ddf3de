:- module arity.
:- interface.
:- pred p(int, int).
:- mode p(in) is det.
:- mode p(in, out) is det.
:- mode q(in) is det.
:- func f(int) = int.
:- mode f(in) is semidet.
:- mode f(in, in) = out is det.
:- implementation.
p(X, X).
p(X, X, X).
p(X) = X.
f(X) = X.
f(X, Y) = X + Y.
