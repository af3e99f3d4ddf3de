% Pythagorean triples by generate and test.
%! generate -e 'triple(+,-)' --depth 2
%! generate -e 'count(+,-)' --depth 2
triple(Max, A-B-C) :-
    between(1, Max, C),
    between(1, C, B),
    between(1, B, A),
    A * A + B * B =:= C * C.

count(Max, N) :- findall(T, triple(Max, T), Ts), length(Ts, N).

%?- triple(13, T).
%?- count(10, N).
%?- count(0, N).
