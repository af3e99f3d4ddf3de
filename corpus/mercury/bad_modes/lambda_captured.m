:- module lambda_captured.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, list(int)::out) is det.

:- implementation.

p(Xs, Ys) :-
    Ys = list.map((func(X) = X + N), Xs).
