% The towers of Hanoi with an accumulator of moves.
:- module hanoi.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, list, string.

:- type peg ---> left ; middle ; right.
:- type move ---> peg >> peg.

:- func hanoi(int, peg, peg, peg) = list(move).

hanoi(N, From, Via, To) = Moves :-
    ( if N = 0 then
        Moves = []
    else
        Moves = hanoi(N - 1, From, To, Via) ++ [From >> To] ++ hanoi(N - 1, Via, From, To)
    ).

main(!IO) :-
    Moves = hanoi(3, left, middle, right),
    list.foldl2(
        (pred(From >> To::in, N::in, N + 1::out, !.IO::di, !:IO::uo) is det :-
            io.format("%d. %s to %s\n", [i(N), s(string(From)), s(string(To))], !IO)
        ), Moves, 1, _, !IO).
