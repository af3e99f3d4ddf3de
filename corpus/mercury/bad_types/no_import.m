:- module no_import.
% Operators and lists without their modules.
:- interface.
:- func f(int) = int.
:- func g(int) = list(int).
:- implementation.

f(X) = X + 1.
g(X) = [X, X].
