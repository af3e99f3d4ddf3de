%! run text_tests.m
:- module text.
:- interface.
:- import_module assoc_list, bag, char, int, list, string.
:- func word_count(string) = assoc_list(string, int).
:- func title_case(string) = string.
:- pred palindrome(string::in) is semidet.
:- func caesar(int, string) = string.
:- func wrap(int, string) = list(string).
:- func rle(string) = string.
:- func unrle(string) = string.
:- func roman(int) = string.
:- pred roman_digit(int, string).
:- mode roman_digit(out, out) is multi.
:- func table(list({string, int, float})) = string.
:- func vowel_count(string) = int.
:- func key_values(string) = list({string, string}).
:- pred balanced(string::in) is semidet.
:- func hex(int) = string.
:- implementation.
:- import_module pair, float, require.

word_count(S) = Counts :-
    Words = list.map(to_lower, string.words(S)),
    Bag = bag.from_list(Words),
    Counts = bag.to_assoc_list(Bag).

title_case(S) = string.join_list(" ", list.map(string.capitalize_first, string.words(string.to_lower(S)))).

palindrome(S) :-
    Cs = list.filter(char.is_alnum, string.to_char_list(string.to_lower(S))),
    list.reverse(Cs) = Cs.

caesar(N, S) = from_char_list(list.map(rot(N), to_char_list(S))).

:- func rot(int, char) = char.
rot(N, C) = R :-
    ( if char.is_lower(C) then
        R = shift(N, C, 'a')
    else if char.is_upper(C) then
        R = shift(N, C, 'A')
    else
        R = C
    ).

:- func shift(int, char, char) = char.
shift(N, C, Base) = char.det_from_int(char.to_int(Base) + (char.to_int(C) - to_int(Base) + N) mod 26).

wrap(Width, S) = Lines :-
    list.foldl2(place(Width), string.words(S), "", Last, [], Rev),
    Lines = list.reverse(( if Last = "" then Rev else [Last | Rev] )).

:- pred place(int::in, string::in, string::in, string::out, list(string)::in, list(string)::out) is det.
place(Width, Word, !Line, !Done) :-
    ( if !.Line = "" then
        !:Line = Word
    else if string.length(!.Line) + 1 + string.length(Word) =< Width then
        !:Line = !.Line ++ " " ++ Word
    else
        !:Done = [!.Line | !.Done],
        !:Line = Word
    ).

rle(S) = string.append_list(list.map(run_to_string, runs(to_char_list(S)))).

:- func run_to_string(pair(char, int)) = string.
run_to_string(C - N) = ( if N = 1 then char_to_string(C) else string.format("%d%c", [i(N), c(C)]) ).

:- func runs(list(char)) = assoc_list(char, int).
runs([]) = [].
runs([C | Cs]) = Runs :-
    list.take_while(unify(C), Cs, Same, Rest),
    Runs = [C - (1 + length(Same)) | runs(Rest)].

unrle(S) = R :-
    string.foldl2(
        (pred(C::in, N0::in, N::out, A0::in, A::out) is det :-
            ( if char.decimal_digit_to_int(C, D) then
                N = N0 * 10 + D, A = A0
            else
                N = 0,
                A = A0 ++ string.duplicate_char(C, int.max(1, N0))
            )
        ), S, 0, _, "", R).

roman_digit(1000, "M").
roman_digit(900, "CM").
roman_digit(500, "D").
roman_digit(400, "CD").
roman_digit(100, "C").
roman_digit(90, "XC").
roman_digit(50, "L").
roman_digit(40, "XL").
roman_digit(10, "X").
roman_digit(9, "IX").
roman_digit(5, "V").
roman_digit(4, "IV").
roman_digit(1, "I").

roman(N) = S :-
    require(N > 0, "roman: positive number expected"),
    roman_loop(N, [1000 - "M", 900 - "CM", 500 - "D", 400 - "CD", 100 - "C", 90 - "XC",
        50 - "L", 40 - "XL", 10 - "X", 9 - "IX", 5 - "V", 4 - "IV", 1 - "I"], S).

:- pred roman_loop(int::in, assoc_list(int, string)::in, string::out) is det.
roman_loop(_, [], "").
roman_loop(N, [V - D | Ds], S) :-
    ( if N >= V then
        roman_loop(N - V, [V - D | Ds], S0),
        S = D ++ S0
    else
        roman_loop(N, Ds, S)
    ).

table(Rows) = string.append_list(list.map(
    (func({Name, N, F}) = string.format("%-8s|%5d|%+.1f\n", [s(Name), i(N), f(F)])), Rows)).

vowel_count(S) = string.foldl(
    (func(C, N) = ( if vowel(C) then N + 1 else N )), S, 0).

:- pred vowel(char::in) is semidet.
vowel('a'). vowel('e'). vowel('i'). vowel('o'). vowel('u').

key_values(S) = list.filter_map(
    (func(Part) = {strip(K), strip(V)} is semidet :-
        [K, V] = string.split_at_char('=', Part)),
    string.split_at_string(";", S)).

balanced(S) :-
    string.foldl(bracket, S, [], []).

:- pred bracket(char::in, list(char)::in, list(char)::out) is semidet.
bracket(C, !Stack) :-
    ( if opening(C, Close) then
        !:Stack = [Close | !.Stack]
    else if ( C = ')' ; C = ']' ; C = '}' ) then
        !.Stack = [C | !:Stack]
    else
        true
    ).

:- pred opening(char::in, char::out) is semidet.
opening('(', ')').
opening('[', ']').
opening('{', '}').

hex(N) = string.format("0x%04X", [i(N)]).
