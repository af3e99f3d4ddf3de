:- module some_modes.
:- pred p(int::in, int) is det.
:- func f(int::in) = int is det.
:- pred q(int::in) is det.
:- mode q(out) is det.
p(X, X).
f(X) = X.
q(1).
