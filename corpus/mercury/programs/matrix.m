% Matrices as lists of rows.
:- module matrix.
:- interface.
:- import_module io, list.

:- type matrix == list(list(float)).

:- func identity(int) = matrix.
:- func matrix + matrix = matrix.
:- func matrix * matrix = matrix.
:- func transpose(matrix) = matrix.
:- func scale(float, matrix) = matrix.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module float, int, string.

identity(N) = list.map((func(Row) = list.map((func(Column) = entry(Row, Column)), 1 .. N)), 1 .. N).

:- func entry(int, int) = float.

entry(Row, Column) = ( if Row = Column then 1.0 else 0.0 ).

A + B = list.map_corresponding(list.map_corresponding(add), A, B).

:- func add(float, float) = float.

add(X, Y) = X + Y.

A * B = list.map((func(Row) = list.map(dot(Row), Columns)), A) :-
    Columns = transpose(B).

:- func dot(list(float), list(float)) = float.

dot(Xs, Ys) = list.foldl(add, list.map_corresponding((func(X, Y) = X * Y), Xs, Ys), 0.0).

transpose([]) = [].
transpose([Row | Rows]) = Result :-
    ( if Row = [] then
        Result = []
    else
        Heads = list.map(list.det_head, [Row | Rows]),
        Tails = list.map(list.det_tail, [Row | Rows]),
        Result = [Heads | transpose(Tails)]
    ).

scale(F, M) = list.map(list.map((func(X) = F * X)), M).

:- pred write_row(list(float)::in, io::di, io::uo) is det.

write_row(Row, !IO) :-
    io.write_list(Row, " ", (pred(X::in, !.IO::di, !:IO::uo) is det :- io.format("%6.2f", [f(X)], !IO)), !IO),
    io.nl(!IO).

main(!IO) :-
    M = [[1.0, 2.0], [3.0, 4.0]],
    list.foldl(write_row, M * transpose(M) + scale(2.0, identity(2)), !IO).
