:- module negation.
% A variable outside of a negation is the one inside.
:- interface.
:- import_module list.
:- pred p(list(int)::in) is semidet.
:- implementation.

p(Xs) :-
    not ( X = "a", list.member(X, Xs) ),
    list.member(Y, Xs),
    not Y = "b",
    Y \= 'c',
    all [Z] ( list.member(Z, Xs) => Z = 1.0 ).
