% Integers of any size.
:- module integer.
:- interface.

:- type integer.

:- func integer(int) = integer.
:- func zero = integer.
:- func one = integer.
:- func two = integer.
:- func ten = integer.
:- func negative_one = integer.
:- pred integer < integer.
:- mode in < in is semidet.
:- pred integer > integer.
:- mode in > in is semidet.
:- pred integer =< integer.
:- mode in =< in is semidet.
:- pred integer >= integer.
:- mode in >= in is semidet.
:- func integer + integer = integer.
:- func integer - integer = integer.
:- func integer * integer = integer.
:- func integer // integer = integer.
:- func integer div integer = integer.
:- func integer mod integer = integer.
:- func integer rem integer = integer.
:- func + integer = integer.
:- func - integer = integer.
:- func abs(integer) = integer.
:- func pow(integer, integer) = integer.
:- pred is_zero(integer::in) is semidet.
:- pred is_even(integer::in) is semidet.
:- pred is_odd(integer::in) is semidet.
:- pred to_int(integer::in, int::out) is semidet.
:- func det_to_int(integer) = int.
:- func to_string(integer) = string.
:- pred from_string(string::in, integer::out) is semidet.
:- func det_from_string(string) = integer.

:- implementation.
:- import_module require.

:- pragma glassbox_builtin([
    func(integer/1), pred((<)/2),
    func((+)/2), func((-)/2), func((*)/2), func((//)/2), func((div)/2), func((mod)/2), func((rem)/2),
    pred(to_int/2), func(to_string/1), pred(from_string/2)
]).

zero = integer(0).
one = integer(1).
two = integer(2).
ten = integer(10).
negative_one = integer(-1).
X > Y :-
    Y < X.
X =< Y :-
    not Y < X.
X >= Y :-
    not X < Y.
+ X = X.
- X = zero - X.
abs(X) = ( if X < zero then zero - X else X ).
pow(X, Y) = ( if Y < zero then unexpected($pred, "a negative exponent") else power(X, Y, one) ).

:- func power(integer, integer, integer) = integer.

power(X, Y, Acc) =
    ( if is_zero(Y) then
        Acc
    else if is_odd(Y) then
        power(X, Y - one, Acc * X)
    else
        power(X * X, Y // two, Acc)
    ).

is_zero(X) :-
    X = zero.
is_even(X) :-
    X mod two = zero.
is_odd(X) :-
    X mod two = one.
det_to_int(X) = ( if to_int(X, N) then N else unexpected($pred, "too large") ).
det_from_string(S) = ( if from_string(S, X) then X else unexpected($pred, "no integer") ).
