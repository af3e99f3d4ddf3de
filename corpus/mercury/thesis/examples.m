% Examples 3.1 to 3.3: the tests in examples_tests.m; figures 3.2 and 3.3.
%! run examples_tests.m
%! run examples_tests.m --format json
%! run examples_tests.m --emit mercury
%! run examples_tests.m --emit json
%! run examples_tests.m --uncaught
%! run examples_tests.m --mode io
%! cover {} examples_tests.m
:- module examples.
:- interface.
:- import_module list.

:- pred reverse(list(T)::in, list(T)::out) is det.

:- pred append(list(T), list(T), list(T)).
:- mode append(in, in, out) is det.
:- mode append(out, out, in) is multi.

:- pred member(T, list(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.

:- pred first(list(T)::in, T::out) is det.

:- implementation.
:- import_module require.

reverse([], []).
reverse([X | Xs], Ys) :-
    reverse(Xs, Zs),
    append(Zs, [X], Ys).

append([], Y, Y).
append([E | Es], Y, [E | R]) :-
    append(Es, Y, R).

member(X, [E | Es]) :-
    ( X = E ; member(X, Es) ).

first([], _) :-
    error("no element").
first([X | _], X).
