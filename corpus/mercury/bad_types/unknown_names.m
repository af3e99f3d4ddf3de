:- module unknown_names.
% Names that nobody declares.
:- interface.
:- pred p(int::in, int::out) is det.
:- implementation.

p(X, Y) :-
    q(X),
    Y = r(X),
    s(X, Y),
    Z = t,
    list.length([], Z).
