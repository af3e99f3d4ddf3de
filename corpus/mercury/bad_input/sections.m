% The interface never ends, so nothing is defined; the module ends under another name.
%! run sections_tests.m
%! trace {}
:- module sections.
:- interface.
:- import_module int.
:- pred twice(int::in, int::out) is det.
twice(X, 2 * X).
:- end_module selections.
