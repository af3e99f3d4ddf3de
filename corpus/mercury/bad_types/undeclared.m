:- module undeclared.
% Predicates without declarations that have no type.
:- interface.
:- pred p(int::in) is semidet.
:- implementation.
:- import_module list.

p(X) :-
    q(X),
    q("text").

q(1).
q(X) :-
    r(X, [X]).

r(X, X).

s(1).
s("one").
