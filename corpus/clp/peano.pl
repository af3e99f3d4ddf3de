% Arithmetic on successors: plus, times, comparison, parity.
%! generate -e 'plus(+,?,?)' --depth 4
%! generate -e 'times(+,+,-)' --depth 3
%! generate -e 'leq(?,+)' --depth 4
%! generate -e 'even(+)' --depth 5
%! generate -e 'half(+,-)' --depth 5
plus(0, Y, Y).
plus(s(X), Y, s(Z)) :- plus(X, Y, Z).

times(0, _, 0).
times(s(X), Y, Z) :- times(X, Y, W), plus(Y, W, Z).

leq(0, _).
leq(s(X), s(Y)) :- leq(X, Y).

even(0).
even(s(N)) :- odd(N).
odd(s(N)) :- even(N).

half(0, 0).
half(s(0), 0).
half(s(s(N)), s(H)) :- half(N, H).

%?- plus(s(0), s(s(0)), Z).
%?- plus(X, Y, s(s(0))).
%?- times(s(s(0)), s(s(0)), Z).
%?- leq(X, s(0)).
%?- even(s(s(0))).
%?- odd(s(s(0))).
%?- half(s(s(s(0))), H).
