:- module arity.
% Calls with another number of arguments.
:- interface.
:- pred p(int::in, int::out) is det.
:- implementation.

:- type t ---> t(int, int).

p(X, Y) :-
    p(X),
    q(X, Y, 1),
    T = t(X),
    r(T).

:- pred q(int::in, int::out) is det.

q(X, X).

:- pred r(t::in) is det.

r(_).
