% A variable that occurs twice in a part of a sum: the solver knows the value of `X - X`, library(clpfd) may not.
%! within/1 product/1 given/2 plain/1
:- use_module(library(clpfd)).
:- mode within(+).
:- mode product(+).
:- mode given(+, -).
:- mode plain(+).

within(Y) :- [X, Y] ins 0..2, ( Y #< abs(X - X) -> Y #=< 0 ; dif(Y, 1) ).

product(Y) :- X in 0..3, ( Y #> (X - X) * (X - X) -> Y #< 5 ; Y #> -5 ).

given(Y, T) :- X in 1..3, T #= abs(X - X) + Y, ( T #> 2 -> true ; Y #< 9 ).

plain(Y) :- X in 0..2, ( X - X #> Y -> Y #< 0 ; Y #> 1 ).
