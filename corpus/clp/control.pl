% Every control construct that is known.
%! generate -e 'a(+)' --depth 2
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

%?- a(1).
%?- a(X).
%?- a(2).
%?- ( b(X) -> true ; X = 2 ).
%?- ( b(X) *-> Y = 1 ; Y = 2 ).
%?- \+ b(2).
%?- ( member_(X) ; b(X) ).
%?- catch(throw(my), B, true).
%?- catch(call(1), error(E, _), true).
%?- forall(b(X), X > 0).
%?- forall(b(X), X > 1).
%?- findall(X-Y, (b(X) ; c(Y)), L).
%?- once((X = 1 ; X = 2)).
%?- ignore((X = 1, fail)).
%?- call((X = 1 ; X = 2, !  ; X = 3)).
%?- G = (X = 1 ; X = 2), G, X > 1.
%?- catch((X = 1 ; throw(oops)), oops, X = caught).
%?- X is 7 / 2 + 7 // 2 * 2 - -7 mod 3.
%?- X is 1 / 0.
%?- X is a.
%?- X is foo + 1.
%?- X = f(Y), Y = 1, X == f(1).
%?- 1 < a.
%?- X < 1.
%?- between(1, 3, X), X \= 2.
%?- length(L, 2).
%?- length([a,b|T], 4).
%?- length(a, X).
%?- X =.. [f,a,B].
%?- f(a,b) =.. L.
%?- functor(f(a,b), N, A).
%?- arg(2, f(a,b), X).
%?- copy_term(f(X,Y,X), Z).
%?- compare(O, 1, 1.0).
%?- a @< b, f(a) @> a, 1 @< a, "s" @< a.
%?- catch(catch(throw(a), b, X = 1), a, X = 2).
%?- catch((b(X), throw(got(X))), got(Y), true).
%?- X = 1, ( X == 2 -> Y = a ; X == 1 -> Y = b ; Y = c ).
%?- \+ \+ X = 1, var(X).
%?- forall(between(1, 3, X), X =< 3).
%?- X is 2 ** 10 + 2 ^ 70.
%?- X is max(1, 2) - min(3, 4) + abs(-5).
%?- atom(a), \+ atom(1), integer(1), atomic("s"), compound(f(x)), callable(a), is_list([a]), ground(f(a)).
%?- catch(number_vars(X), error(E, _), true).
%?- call(b, X).
%?- call(X).
%?- findall(X, (X = 1 ; X = Y), L).
%?- throw(_).
%?- catch(call((fail, 1)), error(E, _), true).
%?- X = (b(Y), \+ 2), catch(X, error(E, _), true).
%?- X is 5 rdiv 1 + foo.
%?- X = f(X).
%?- X is nosuch.
%?- X is nosuch(1).
