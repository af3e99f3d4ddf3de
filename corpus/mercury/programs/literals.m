% Literals of all types, tuples, characters that are operators.
:- module literals.
:- interface.
:- import_module char, list.

:- type all_of ---> all_of(int, uint, int8, uint8, int16, uint16, int32, uint32, int64, uint64, float, string, char).

:- func values = all_of.
:- func tuples = list({int, string, {char, float}}).
:- pred sign(char::in, int::out) is semidet.
:- func first({A, B}) = A.
:- func swap({A, B}) = {B, A}.
:- func here = string.

:- implementation.
:- import_module int, string.

values = all_of(1, 2u, -3i8, 4u8, 5i16, 6u16, 7i32, 8u32, 9i64, 10u64, 1.5e3, "text", 'c').
tuples = [{1, "one", {'a', 0.5}}, {0xff, "two", {('+'), 2.0}}, swapped].

:- func swapped = {int, string, {char, float}}.

swapped = {X, Y, swap({1.0, 'x'})} :-
    first({3, 'x'}) = X,
    {Y, _} = {"three", 4}.

sign('+', 1).
sign(('-'), -1).
sign('*', 0'*).

first({X, _}) = X.
swap({X, Y}) = {Y, X}.
here = $module ++ ":" ++ string.int_to_string($line) ++ $pred.
