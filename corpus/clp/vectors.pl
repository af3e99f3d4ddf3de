% Vectors and matrices as lists, with maplist and foldl.
%! generate -e 'dot(+,+,-)' --depth 3
%! generate -e 'add(+,+,-)' --depth 3
%! generate -e 'scale(+,+,-)' --depth 3
%! generate -e 'mul(+,+,-)' --depth 3
:- use_module(library(apply)).
:- use_module(library(lists)).

add(Xs, Ys, Zs) :- maplist(plus_, Xs, Ys, Zs).
plus_(X, Y, Z) :- Z is X + Y.

scale(K, Xs, Ys) :- maplist(times(K), Xs, Ys).
times(K, X, Y) :- Y is K * X.

dot(Xs, Ys, D) :- foldl(sum_product, Xs, Ys, 0, D).
sum_product(X, Y, D0, D) :- D is D0 + X * Y.

mul(Matrix, Vector, Result) :- maplist(row(Vector), Matrix, Result).
row(Vector, Row, X) :- dot(Row, Vector, X).

norm1(Xs, N) :- maplist(abs_, Xs, Ys), sum_list(Ys, N).
abs_(X, Y) :- Y is abs(X).

zero(Xs) :- maplist(=:=(0), Xs).

%?- add([1,2], [3,4], Z).
%?- add([1], [2,3], Z).
%?- scale(2, [1,a], Y).
%?- dot([1,2,3], [4,5,6], D).
%?- mul([[1,0],[1,1]], [2,3], R).
%?- norm1([1,-2], N).
%?- zero([0,0]).
