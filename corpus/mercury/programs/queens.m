% Queens on a board, by search and by all solutions.
:- module queens.
:- interface.
:- import_module io, list.

:- pred queens(int::in, list(int)::out) is nondet.
:- pred main(io::di, io::uo) is cc_multi.

:- implementation.
:- import_module int, solutions, string.

queens(N, Queens) :-
    place(N, N, [], Queens).

:- pred place(int::in, int::in, list(int)::in, list(int)::out) is nondet.

place(Left, N, Placed, Queens) :-
    ( if Left = 0 then
        Queens = Placed
    else
        int.nondet_int_in_range(1, N, Queen),
        safe(Queen, 1, Placed),
        place(Left - 1, N, [Queen | Placed], Queens)
    ).

:- pred safe(int::in, int::in, list(int)::in) is semidet.

safe(_, _, []).
safe(Queen, Distance, [Other | Others]) :-
    Queen \= Other,
    Queen \= Other + Distance,
    Queen \= Other - Distance,
    safe(Queen, Distance + 1, Others).

:- func row(int, int) = string.

row(N, Queen) = string.append_list(list.map(cell(Queen), 1 .. N)) ++ "\n".

:- func cell(int, int) = string.

cell(Queen, Column) = ( if Queen = Column then "Q" else "." ).

main(!IO) :-
    ( if queens(6, Queens) then
        list.foldl((pred(Q::in, !.S::di, !:S::uo) is det :- io.write_string(row(6, Q), !S)), Queens, !IO)
    else
        io.write_string("none\n", !IO)
    ),
    solutions(queens(6), All),
    io.format("%d solutions\n", [i(list.length(All))], !IO).
