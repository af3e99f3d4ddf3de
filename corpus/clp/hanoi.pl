% The towers of Hanoi as a list of moves.
%! generate -e 'hanoi(+,+,+,+,-)' --depth 2
hanoi(0, _, _, _, []).
hanoi(N, A, B, C, Moves) :-
    N > 0,
    M is N - 1,
    hanoi(M, A, C, B, Before),
    hanoi(M, C, B, A, After),
    append(Before, [A-B|After], Moves).

%?- hanoi(0, a, b, c, M).
