:- module head.
% Heads against declarations.
:- interface.
:- pred p(int::in, string::out) is det.
:- func f(string) = int.
:- implementation.

p("a", 1).
f(X) = X.
f(_) = "no".
