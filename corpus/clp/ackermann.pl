% Ackermann's function on successors and on integers.
%! generate -e 'ack(+,+,-)' --depth 3
ack(0, N, s(N)).
ack(s(M), 0, R) :- ack(M, s(0), R).
ack(s(M), s(N), R) :- ack(s(M), N, R1), ack(M, R1, R).

ackermann(0, N, R) :- !, R is N + 1.
ackermann(M, 0, R) :- !, M1 is M - 1, ackermann(M1, 1, R).
ackermann(M, N, R) :-
    M1 is M - 1, N1 is N - 1,
    ackermann(M, N1, R1),
    ackermann(M1, R1, R).

%?- ack(s(s(0)), s(0), R).
%?- ackermann(2, 3, R).
%?- ackermann(X, 0, R).
