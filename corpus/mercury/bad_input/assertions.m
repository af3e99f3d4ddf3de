%! run assertions_tests.m
% A test with an assertion that is not known is told wrong; the others run.
:- module assertions.
:- interface.
:- import_module list.
:- pred first(list(T)::in, T::out) is semidet.
:- implementation.
first([X | _], X).
