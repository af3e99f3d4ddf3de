%! run types_tests.m
:- module types.
:- interface.
:- import_module int, list, string.
:- pred len(list(T)::in, int::out) is det.
:- func add(int, int) = int.
:- implementation.
len([], 0).
len([_ | T], N + 1) :- len(T, N).
add(X, Y) = X + Y.
