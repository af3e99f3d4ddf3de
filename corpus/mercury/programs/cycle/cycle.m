% Two modules that import each other.
:- module cycle.
:- interface.
:- import_module list, other.

:- type forest ---> forest(list(tree)).

:- func sum(forest) = int.

:- implementation.
:- import_module int.

sum(forest(Trees)) = list.foldl((func(T, S) = S + other.sum(T)), Trees, 0).
