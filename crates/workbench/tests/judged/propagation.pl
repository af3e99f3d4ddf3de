% Constraints that propagation alone does not decide, and goals that look at their variables.
%! three(-,-,-) behind(+) two(+) looks(?) zero(-) power(+,-) labelled(+,-) order(?,?) sums(+,-)
:- use_module(library(clpfd)).

three(X, Y, Z) :- [X,Y,Z] ins 0..1, X #\= Y, X #\= Z, Y #\= Z, entered(X).
entered(_).

behind(N) :- [X,Y,Z] ins 0..N, all_different([X,Y,Z]), small(N).
small(0).
small(1).
small(2).

two(N) :- X in 0..N, Y in 0..N, X #\= Y, none(N).
none(0).
none(1).

looks(X) :- X in 0..3, ( var(X) -> free(X) ; integer(X) -> bound(X) ; other(X) ).
free(_).
bound(_).
other(_).

zero(W) :- W in 0..3, W #< 1, 0 == W.
zero(W) :- W in 0..3, W #< 2, 0 \== W.

power(X, Y) :- Y #= X^2, Y #< 10.
power(X, Y) :- Y #= 2^X.

labelled(N, L) :- L = [X,Y], L ins 0..2, X + Y #= N, label(L).
labelled(N, []) :- N #> 4.

order(X, Y) :- X @< Y, first(X).
order(X, Y) :- msort([X,Y], [_,Z]), first(Z).
first(a).
first(_).

sums(X, Y) :- sum([X,Y], #=, 5), Y #> X.
sums(X, Y) :- catch(sum(X, #=, Y), error(type_error(_, _), _), true).
