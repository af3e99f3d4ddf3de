% Numbers, characters, strings, names and tuples.
:- module literals.
:- interface.
:- import_module char.

:- func ints = {int, int, int, int, int, int}.
:- func sizes = {int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64}.
:- func floats = list(float).
:- func chars = list(char).
:- func strings = list(string).
:- func names = list(name).
:- func place = {string, int}.

:- implementation.

ints = {12, -12, - 7, 0x1F, 0o17, 0b1010}.
ints = {1_000_000, 0x_FF_FF, 0'a, 0'', 0'\, 0' }.

sizes = {-1i8, 10i16, 0x7Fi32, 1_000_i64, 1u, 255u8, 10u16, 0b1u32, 0xFFFF_FFFFu64}.

floats = [1.0, -2.5, 1.5e3, 1e10, 6.022_140_76e23, 0.1E-5].

chars = [a, 'B', ' ', '\n', '\\', '\'', '"', ('+'), '[', (-)].

strings = ["", "plain", "a ""quoted"" word", "tab\tand\nline", "\x41\\101\\u0042", "100%",
    "two \
lines"].

names = [abc, 'hello world', 'Upper', [], {}, (:-), 'it''s', a.b, '\\/'].

place = {$file ++ $module, $line}.

:- func operators(int, int) = int.

operators(X, Y) = -X + Y * (X - Y) - (X - (Y - 1)) + X ** Y ** 2 /\ \ X.
operators(X, Y) = X `max` Y `int.min` (X `F` Y) :- F = (func(A, B) = A + B).
operators(X, _) = (X : int) + (0 `with_type` int).
operators(A @ f(_, _), B) = A - B.
operators(-1, - (1)) = -(-1) - -1.
