:- module several_modes.
:- interface.
:- import_module int, list.

:- pred p(list(T), list(T), list(T)).
:- mode p(in, in, out) is det.
:- mode p(out, out, in) is det.

:- implementation.

p([], Ys, Ys).
p([X | Xs], Ys, [X | Zs]) :-
    p(Xs, Ys, Zs).
