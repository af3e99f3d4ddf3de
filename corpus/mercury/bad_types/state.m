:- module state.
% State variables that change their type.
:- interface.
:- import_module io, list.
:- pred main(io::di, io::uo) is det.
:- implementation.
:- import_module int, string.

main(!IO) :-
    some [!X] (
        !:X = 1,
        !:X = !.X ++ "a",
        io.write_string(!.X, !IO),
        io.write_int(!IO)
    ).
