:- module argument.
% An argument of another type, three ways.
:- interface.
:- import_module list.
:- pred p(list(int)::in, int::out) is det.
:- implementation.
:- import_module int.

p(Xs, N) :-
    list.append(Xs, N, Ys),
    list.length(3, M),
    q(M, Ys).

:- pred q(int::in, string::in) is semidet.

q(1, "x").
