% Naive reverse, the old benchmark.
%! generate -e 'nrev(+,-)' --depth 4
%! generate -e 'range(+,+,-)' --depth 3
app([], L, L).
app([H|T], L, [H|R]) :-
    app(T, L, R).

nrev([], []).
nrev([H|T], R) :-
    nrev(T, RT),
    app(RT, [H], R).

range(N, N, [N]) :- !.
range(I, N, [I|T]) :- I < N, I1 is I + 1, range(I1, N, T).

bench(N, R) :- range(1, N, L), nrev(L, R).

%?- bench(20, R).
%?- nrev([1,X], Y).
%?- range(3, 1, X).
%?- bench(a, R).
