:- module use_module.
% What is used is not imported.
:- interface.
:- use_module list.
:- func f(list.list(int)) = int.
:- func g(list(int)) = int.
:- implementation.

f(Xs) = length(Xs).
g(Xs) = list.length(Xs).
