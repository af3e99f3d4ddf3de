:- module tuples.
% Tuples of other sizes.
:- interface.
:- func f({int, string}) = int.
:- func g({int, int, int}) = {int, int}.
:- implementation.

f({A, B, _}) = A :-
    B = "x".
g({A, B, C}) = {A, B, C}.
