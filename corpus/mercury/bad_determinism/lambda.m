:- module lambda.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, list(int)::out) is det.

:- implementation.

p(Xs, Ys) :-
    list.map((pred(X::in, Y::out) is det :- X = 1, Y = 2), Xs, Ys).
