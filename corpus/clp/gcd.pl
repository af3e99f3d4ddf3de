% Euclid's algorithm, and what can be made of it.
%! generate -e 'gcd(+,+,-)' --depth 3
%! generate -e 'coprime(+,+)' --depth 3
%! generate -e 'reduce(+,-)' --depth 3
gcd(A, 0, G) :- !, G is abs(A).
gcd(A, B, G) :- C is A mod B, gcd(B, C, G).

lcm(_, 0, 0) :- !.
lcm(A, B, L) :- gcd(A, B, G), L is abs(A * B) // G.

coprime(A, B) :- gcd(A, B, 1).

reduce(N / 0, _) :- throw(error(evaluation_error(zero_divisor), N / 0)).
reduce(N / D, M / E) :-
    D =\= 0,
    gcd(N, D, G),
    M is N // G,
    E is D // G.

%?- gcd(12, 18, G).
%?- gcd(0, 0, G).
%?- gcd(-4, 6, G).
%?- lcm(4, 6, L).
%?- coprime(8, 9).
%?- reduce(6/8, R).
%?- reduce(1/0, R).
%?- gcd(a, 1, G).
