:- module second_mode.
:- interface.
:- import_module int, list.

:- pred p(int, int).
:- mode p(in, out) is det.
:- mode p(out, in) is det.

:- implementation.

p(X, Y) :-
    Y = twice(X).

:- func twice(int) = int.
twice(X) = X + X.
