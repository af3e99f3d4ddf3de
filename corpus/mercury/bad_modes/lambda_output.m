:- module lambda_output.
:- interface.
:- import_module int, list.

:- pred p(list(int)::in, list(int)::out) is det.

:- implementation.

p(Xs, Ys) :-
    list.map((pred(X::in, _::out) is det :- X = X), Xs, Ys).
