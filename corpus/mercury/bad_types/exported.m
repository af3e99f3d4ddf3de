:- module exported.
% Clauses of a function with the wrong number of arguments, and a wrong result in one of several clauses.
:- interface.
:- import_module list.
:- func last(list(T)) = T.
:- implementation.
:- import_module require.

last([]) = _ :-
    unexpected($pred, "empty").
last([X]) = X.
last([_, X | Xs]) = [X | Xs].
last(X, Y) = X :-
    X = Y.
