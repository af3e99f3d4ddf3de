% Roman numerals, to and fro.
:- module roman.
:- interface.
:- import_module io, maybe.

:- func to_roman(int) = maybe_error(string).
:- pred from_roman(string::in, int::out) is semidet.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module assoc_list, char, int, list, pair, string.

:- func table = assoc_list(int, string).

table = [1000 - "M", 900 - "CM", 500 - "D", 400 - "CD", 100 - "C", 90 - "XC",
    50 - "L", 40 - "XL", 10 - "X", 9 - "IX", 5 - "V", 4 - "IV", 1 - "I"].

to_roman(N) =
    ( if N >= 1, N < 4000 then
        ok(convert(N, table))
    else
        error("no numeral for " ++ int_to_string(N))
    ).

:- func convert(int, assoc_list(int, string)) = string.

convert(_, []) = "".
convert(N, [Value - Text | Rest]) =
    ( if N >= Value then
        Text ++ convert(N - Value, [Value - Text | Rest])
    else
        convert(N, Rest)
    ).

:- pred digit(char::in, int::out) is semidet.

digit('I', 1).
digit('V', 5).
digit('X', 10).
digit('L', 50).
digit('C', 100).
digit('D', 500).
digit('M', 1000).

from_roman(Text, N) :-
    list.map(digit, string.to_char_list(Text), Digits),
    Digits = [_ | _],
    sum(Digits, 0, N).

:- pred sum(list(int)::in, int::in, int::out) is det.

sum([], !N).
sum([D | Ds], !N) :-
    ( if Ds = [Next | _], Next > D then
        !:N = !.N - D
    else
        !:N = !.N + D
    ),
    sum(Ds, !N).

main(!IO) :-
    list.foldl(
        (pred(N::in, !.IO::di, !:IO::uo) is det :-
            Result = to_roman(N),
            (
                Result = ok(Text),
                ( if from_roman(Text, N) then Mark = "=" else Mark = "/=" ),
                io.format("%d %s %s\n", [i(N), s(Mark), s(Text)], !IO)
            ;
                Result = error(Message),
                io.print_line(Message, !IO)
            )
        ), [4, 9, 14, 1999, 2024, 5000], !IO).
