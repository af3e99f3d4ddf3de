% Characters.
:- module char.
:- interface.
:- import_module list.

:- type char == character.

:- pred to_int(char, int).
:- mode to_int(in, out) is det.
:- mode to_int(in, in) is semidet.
:- mode to_int(out, in) is semidet.
:- func to_int(char) = int.
:- pred from_int(int::in, char::out) is semidet.
:- func det_from_int(int) = char.
:- pred det_from_int(int::in, char::out) is det.
:- func max_char_value = int.

:- func to_upper(char) = char.
:- pred to_upper(char::in, char::out) is det.
:- func to_lower(char) = char.
:- pred to_lower(char::in, char::out) is det.
:- pred lower_upper(char, char).
:- mode lower_upper(in, out) is semidet.
:- mode lower_upper(out, in) is semidet.

:- pred is_whitespace(char::in) is semidet.
:- pred is_upper(char::in) is semidet.
:- pred is_lower(char::in) is semidet.
:- pred is_alpha(char::in) is semidet.
:- pred is_alnum(char::in) is semidet.
:- pred is_alpha_or_underscore(char::in) is semidet.
:- pred is_alnum_or_underscore(char::in) is semidet.
:- pred is_digit(char::in) is semidet.
:- pred is_binary_digit(char::in) is semidet.
:- pred is_octal_digit(char::in) is semidet.
:- pred is_decimal_digit(char::in) is semidet.
:- pred is_hex_digit(char::in) is semidet.
:- pred is_base_digit(int::in, char::in) is semidet.
:- pred is_ascii(char::in) is semidet.
:- pred is_control(char::in) is semidet.

:- pred digit_to_int(char::in, int::out) is semidet.
:- pred decimal_digit_to_int(char::in, int::out) is semidet.
:- func det_decimal_digit_to_int(char) = int.
:- pred hex_digit_to_int(char::in, int::out) is semidet.
:- func det_hex_digit_to_int(char) = int.
:- pred base_digit_to_int(int::in, char::in, int::out) is semidet.
:- func det_base_digit_to_int(int, char) = int.
:- pred int_to_digit(int, char).
:- mode int_to_digit(in, out) is semidet.
:- mode int_to_digit(out, in) is semidet.
:- func det_int_to_digit(int) = char.
:- pred det_int_to_digit(int::in, char::out) is det.
:- pred int_to_decimal_digit(int::in, char::out) is semidet.
:- func det_int_to_decimal_digit(int) = char.
:- pred int_to_hex_char(int::in, char::out) is semidet.
:- func det_int_to_hex_digit(int) = char.
:- pred base_int_to_digit(int::in, int::in, char::out) is semidet.
:- func det_base_int_to_digit(int, int) = char.
:- pred to_utf8(char::in, list(int)::out) is semidet.

:- implementation.
:- import_module int, require.

:- pragma glassbox_builtin([pred(to_int/2)]).

to_int(C) = N :-
    to_int(C, N).

from_int(N, C) :-
    to_int(C, N).

det_from_int(N) = C :-
    ( if from_int(N, C0) then
        C = C0
    else
        unexpected($pred, "conversion failed")
    ).
det_from_int(N, det_from_int(N)).

max_char_value = 0x10ffff.

to_upper(C) = ( if lower_upper(C, Upper) then Upper else C ).
to_upper(C, to_upper(C)).

to_lower(C) = Lower :-
    N = to_int(C),
    ( if is_upper(C) then
        Lower = det_from_int(N + 32)
    else
        Lower = C
    ).
to_lower(C, to_lower(C)).

lower_upper('a', 'A').
lower_upper('b', 'B').
lower_upper('c', 'C').
lower_upper('d', 'D').
lower_upper('e', 'E').
lower_upper('f', 'F').
lower_upper('g', 'G').
lower_upper('h', 'H').
lower_upper('i', 'I').
lower_upper('j', 'J').
lower_upper('k', 'K').
lower_upper('l', 'L').
lower_upper('m', 'M').
lower_upper('n', 'N').
lower_upper('o', 'O').
lower_upper('p', 'P').
lower_upper('q', 'Q').
lower_upper('r', 'R').
lower_upper('s', 'S').
lower_upper('t', 'T').
lower_upper('u', 'U').
lower_upper('v', 'V').
lower_upper('w', 'W').
lower_upper('x', 'X').
lower_upper('y', 'Y').
lower_upper('z', 'Z').

is_whitespace(C) :-
    N = to_int(C),
    ( if N = 32 then true else N >= 9, N =< 13 ).

:- pred within(char::in, int::in, int::in) is semidet.

within(C, Low, High) :-
    N = to_int(C),
    N >= Low,
    N =< High.

is_upper(C) :-
    within(C, 0'A, 0'Z).
is_lower(C) :-
    within(C, 0'a, 0'z).
is_alpha(C) :-
    ( if is_lower(C) then true else is_upper(C) ).
is_alnum(C) :-
    ( if is_alpha(C) then true else is_digit(C) ).
is_alpha_or_underscore(C) :-
    ( if C = '_' then true else is_alpha(C) ).
is_alnum_or_underscore(C) :-
    ( if C = '_' then true else is_alnum(C) ).
is_digit(C) :-
    within(C, 0'0, 0'9).
is_binary_digit(C) :-
    within(C, 0'0, 0'1).
is_octal_digit(C) :-
    within(C, 0'0, 0'7).
is_decimal_digit(C) :-
    is_digit(C).
is_hex_digit(C) :-
    is_base_digit(16, C).
is_base_digit(Base, C) :-
    base_digit_to_int(Base, C, _).
is_ascii(C) :-
    to_int(C) < 128.
is_control(C) :-
    N = to_int(C),
    ( if N < 32 then true else N = 127 ).

:- pred digit_value(char::in, int::out) is semidet.

digit_value(C, Value) :-
    N = to_int(C),
    ( if is_digit(C) then
        Value = N - 0'0
    else if is_lower(C) then
        Value = N - 0'a + 10
    else
        is_upper(C),
        Value = N - 0'A + 10
    ).

digit_to_int(C, N) :-
    digit_value(C, N).
decimal_digit_to_int(C, N) :-
    base_digit_to_int(10, C, N).
det_decimal_digit_to_int(C) = det_base_digit_to_int(10, C).
hex_digit_to_int(C, N) :-
    base_digit_to_int(16, C, N).
det_hex_digit_to_int(C) = det_base_digit_to_int(16, C).

base_digit_to_int(Base, C, N) :-
    digit_value(C, N),
    N < Base.

det_base_digit_to_int(Base, C) = N :-
    ( if base_digit_to_int(Base, C, N0) then
        N = N0
    else
        unexpected($pred, "no digit of this base")
    ).

int_to_digit(0, '0').
int_to_digit(1, '1').
int_to_digit(2, '2').
int_to_digit(3, '3').
int_to_digit(4, '4').
int_to_digit(5, '5').
int_to_digit(6, '6').
int_to_digit(7, '7').
int_to_digit(8, '8').
int_to_digit(9, '9').
int_to_digit(10, 'A').
int_to_digit(11, 'B').
int_to_digit(12, 'C').
int_to_digit(13, 'D').
int_to_digit(14, 'E').
int_to_digit(15, 'F').
int_to_digit(16, 'G').
int_to_digit(17, 'H').
int_to_digit(18, 'I').
int_to_digit(19, 'J').
int_to_digit(20, 'K').
int_to_digit(21, 'L').
int_to_digit(22, 'M').
int_to_digit(23, 'N').
int_to_digit(24, 'O').
int_to_digit(25, 'P').
int_to_digit(26, 'Q').
int_to_digit(27, 'R').
int_to_digit(28, 'S').
int_to_digit(29, 'T').
int_to_digit(30, 'U').
int_to_digit(31, 'V').
int_to_digit(32, 'W').
int_to_digit(33, 'X').
int_to_digit(34, 'Y').
int_to_digit(35, 'Z').

det_int_to_digit(N) = det_base_int_to_digit(36, N).
det_int_to_digit(N, det_int_to_digit(N)).
int_to_decimal_digit(N, C) :-
    base_int_to_digit(10, N, C).
det_int_to_decimal_digit(N) = det_base_int_to_digit(10, N).
int_to_hex_char(N, C) :-
    base_int_to_digit(16, N, C).
det_int_to_hex_digit(N) = det_base_int_to_digit(16, N).

base_int_to_digit(Base, N, C) :-
    N < Base,
    int_to_digit(N, C).

det_base_int_to_digit(Base, N) = C :-
    ( if base_int_to_digit(Base, N, C0) then
        C = C0
    else
        unexpected($pred, "no digit of this base")
    ).

to_utf8(C, Bytes) :-
    N = to_int(C),
    ( if N < 0x80 then
        Bytes = [N]
    else if N < 0x800 then
        Bytes = [0xc0 \/ (N >> 6), tail_byte(N)]
    else if N < 0x10000 then
        ( N < 0xd800 ; N > 0xdfff ),
        Bytes = [0xe0 \/ (N >> 12), tail_byte(N >> 6), tail_byte(N)]
    else
        Bytes = [0xf0 \/ (N >> 18), tail_byte(N >> 12), tail_byte(N >> 6), tail_byte(N)]
    ).

:- func tail_byte(int) = int.

tail_byte(N) = 0x80 \/ (N /\ 0x3f).
