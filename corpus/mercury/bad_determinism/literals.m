:- module literals.
:- interface.
:- import_module int, list.

:- func name(int) = string.

:- implementation.

name(1) = "one".
name(2) = "two".
