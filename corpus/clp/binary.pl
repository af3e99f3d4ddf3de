% Binary numbers as lists of bits, the lowest first.
%! generate -e 'increment(+,-)' --depth 4
%! generate -e 'add(+,+,-)' --depth 4
%! generate -e 'value(+,-)' --depth 4
increment([], [1]).
increment([0|Bits], [1|Bits]).
increment([1|Bits], [0|Carried]) :- increment(Bits, Carried).

add([], Ys, Ys).
add([X|Xs], [], [X|Xs]).
add([0|Xs], [Y|Ys], [Y|Zs]) :- add(Xs, Ys, Zs).
add([1|Xs], [0|Ys], [1|Zs]) :- add(Xs, Ys, Zs).
add([1|Xs], [1|Ys], [0|Zs]) :- add(Xs, Ys, Sum), increment(Sum, Zs).

value([], 0).
value([B|Bs], V) :- value(Bs, W), V is B + 2 * W.

%?- increment([1,1,0], B).
%?- increment(A, [0,1]).
%?- add([1,1], [1], S).
%?- value([1,0,1], V).
%?- value([x], V).
