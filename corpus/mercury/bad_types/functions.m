:- module functions.
% Functions as predicates and predicates as functions.
:- interface.
:- import_module list.
:- pred p(int::in, int::out) is det.
:- func f(int) = int.
:- implementation.

p(X, Y) :-
    f(X),
    Y = p(X),
    f(X, Y).

f(X) = Y :-
    p(X, Y).
