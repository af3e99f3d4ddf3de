% The other one.
:- module other.
:- interface.
:- import_module cycle.

:- type tree ---> tree(int, forest).

:- func sum(tree) = int.

:- implementation.
:- import_module int.

sum(tree(N, Forest)) = N + cycle.sum(Forest).
