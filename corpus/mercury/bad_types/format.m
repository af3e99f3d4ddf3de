:- module format.
% What is formatted has a type.
:- interface.
:- import_module io.
:- pred main(io::di, io::uo) is det.
:- implementation.
:- import_module list, string.

main(!IO) :-
    io.format("%d %s\n", [i("one"), s(2)], !IO),
    io.format("%d\n", i(1), !IO),
    io.write_string(1, !IO),
    io.print_line("a", "b", !IO),
    io.writeline("a", !IO).
