%! cover {} undeclared_tests.m
%! graph {} --of cfg
:- module undeclared.
:- interface.
:- import_module int.
:- pred twice(int::in, int::out) is det.
:- implementation.
twice(X, Y) :- thrice(X, Z), Y = Z - X.
thrice(X, 3 * X).
