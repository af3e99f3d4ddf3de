% The type with one value.
:- module unit.
:- interface.

:- type unit ---> unit.

:- implementation.
