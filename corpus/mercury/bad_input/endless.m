% Runs that do not end are bounded, and the other tests run.
%! run endless_tests.m
%! trace {} -e up --goal "up(0, X)"
:- module endless.
:- interface.
:- import_module int, list.
:- pred up(int::in, int::out) is det.
:- pred deep(int::in, int::out) is det.
:- pred from(int::in, int::out) is multi.
:- pred fine(int::out) is det.
:- implementation.
up(X, Y) :- up(X + 1, Y).
deep(X, Y) :- deep(X + 1, Z), Y = Z + 1.
from(X, X).
from(X, Y) :- from(X + 1, Y).
fine(1).
