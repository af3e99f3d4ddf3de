:- module two_meanings.
% A type name from two modules.
:- interface.
:- import_module two_a, two_b.
:- pred p(thing::in, thing::out) is det.
:- implementation.

p(X, X).
