:- module lambdas.
:- pred p(int::out) is det.
p(X) :- X = (pred(Y) is det :- Y = 1).
p(X) :- X = (pred(Y::out) :- Y = 1).
p(X) :- X = (pred(Y::out) is often :- Y = 1).
p(X) :- X = (foo(Y) :- Y = 1).
p(X) :- X = (pred(in) is det --> []).
p(X) :- X = (func(Y) --> [Y]).
p(X) :- X = (pred(Y::1) is det :- Y = 1).
