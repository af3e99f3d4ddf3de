:- module world.
:- interface.
:- import_module int, io.

:- pred p(int::in, io::di, io::uo) is semidet.

:- implementation.

p(X, !IO) :-
    X > 3,
    io.write_int(X, !IO).
