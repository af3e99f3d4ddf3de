:- module circular_types.
% Names for types that lead back to themselves.
:- interface.
:- type a == b.
:- type b == {int, c}.
:- type c == a.
:- type fine == {int, int}.
:- pred p(fine::in, a::in) is semidet.
:- implementation.

p({X, Y}, _) :-
    X = Y.
