:- module abstract.
% The constructors of an abstract type are not known outside.
:- interface.
:- import_module queue, map.
:- func f(queue(int)) = int.
:- func g(map(int, int)) = int.
:- implementation.

f(queue(_, _)) = 1.
g(empty) = 2.
