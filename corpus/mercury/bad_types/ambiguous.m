:- module ambiguous.
% Two types with one constructor, and nothing that decides.
:- interface.
:- import_module io.
:- pred main(io::di, io::uo) is det.
:- implementation.
:- import_module bool, maybe.

main(!IO) :-
    X = no,
    io.write(X, !IO),
    io.print(no, !IO),
    Y = yes(3),
    io.write(Y, !IO).
