:- module unification.
% Sides of different types.
:- interface.
:- pred p(int::in) is semidet.
:- implementation.
:- import_module list.

p(X) :-
    X = "text",
    [1] = {1},
    Y = [X],
    Y = ["a"].
