% Primes by trial division, and what findall and between make of them.
%! generate -e 'prime(+)' --depth 3
%! generate -e 'factors(+,-)' --depth 3
%! generate -e 'primes(+,-)' --depth 3
prime(N) :- integer(N), N > 1, \+ divided(N).

divided(N) :- between(2, N, D), ( D * D > N -> !, fail ; N mod D =:= 0 ).

primes(Limit, Primes) :- findall(P, ( between(2, Limit, P), prime(P) ), Primes).

factors(N, Factors) :- N >= 1, factors(N, 2, Factors).

factors(1, _, []) :- !.
factors(N, D, [D|Fs]) :- N mod D =:= 0, !, M is N // D, factors(M, D, Fs).
factors(N, D, Fs) :- D * D < N, !, E is D + 1, factors(N, E, Fs).
factors(N, _, [N]).

perfect(N) :-
    findall(D, ( between(1, N, D), D < N, N mod D =:= 0 ), Ds),
    sum_list(Ds, N).

%?- primes(20, Ps).
%?- prime(1).
%?- prime(9).
%?- prime(a).
%?- factors(60, Fs).
%?- factors(1, Fs).
%?- factors(7, Fs).
%?- perfect(6).
%?- perfect(8).
