%! run shift_tests.m
:- module shift.
:- interface.
:- import_module int.
:- func l(int, int) = int.
:- func r(int, int) = int.
:- func p(int, int) = int.
:- implementation.
l(X, Y) = X << Y.
r(X, Y) = X >> Y.
p(X, Y) = pow(X, Y).
