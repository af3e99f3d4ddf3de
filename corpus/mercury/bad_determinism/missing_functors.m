:- module missing_functors.
:- interface.
:- import_module int, list.

:- type colour ---> red ; green ; blue ; grey(int).
:- func code(colour) = int.

:- implementation.

code(red) = 1.
code(green) = 2.
