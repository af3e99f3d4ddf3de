% Every control construct that is known.
a(X) :- ( b(X) -> c(X) ; d(X) -> e(X) ; true ).
a(X) :- ( b(X) *-> c(X) ; d(X) ).
a(X) :- ( b(X) ; c(X) ; d(X) ), !.
a(X) :- ( ( b(X) -> c(X) ; d(X) ) ; e(X) ).
a(X) :- \+ \+ b(X), not(c(X)), once(( b(X), c(X) )), ignore(d(X)).
a(X) :- call(b, X), call(b(X)), call(X), X, call(X, 1, 2).
a(X) :- findall(Y, ( b(Y), Y \== X ), L), forall(member(Z, L), c(Z)), catch(d(X), error(E, _), throw(E)).
a(X) :- ( b(X), c(X) ), ( true, d(X) ), ( fail ; false ).
a(X) :- b(X) -> c(X).
a(X) :- b(X) | c(X).
b(1). c(1). d(1). e(1).
