% lambda-calculus-like typing
%! type(+,+,-) well(+) well(?)
type(_, int(N), int) :- integer(N).
type(_, bool(B), bool) :- ( B == t ; B == f ), !.
type(E, v(X), T) :- look(X, E, T).
type(E, if(C,A,B), T) :- type(E, C, bool), type(E, A, T), type(E, B, T).
type(E, plus(A,B), int) :- type(E, A, int), type(E, B, int).
type(E, lam(X,TX,B), TX->TB) :- type([X:TX|E], B, TB).
type(E, app(F,A), T) :- type(E, F, TA->T), type(E, A, TA).
look(X, [X:T|_], T) :- !.
look(X, [_|E], T) :- look(X, E, T).
well(T) :- type([], T, _).
