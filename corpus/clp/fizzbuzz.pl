% Fizz buzz as a list of words.
%! generate -e 'word(+,-)' --depth 2
%! generate -e 'fizzbuzz(+,+,-)' --depth 3
fizzbuzz(From, To, []) :- From > To.
fizzbuzz(From, To, [Word|Words]) :-
    From =< To,
    word(From, Word),
    Next is From + 1,
    fizzbuzz(Next, To, Words).

word(N, fizzbuzz) :- N mod 15 =:= 0, !.
word(N, fizz) :- N mod 3 =:= 0, !.
word(N, buzz) :- N mod 5 =:= 0, !.
word(N, N).

%?- fizzbuzz(1, 6, Ws).
%?- word(30, W).
%?- word(9, W).
%?- word(7, W).
%?- word(x, W).
