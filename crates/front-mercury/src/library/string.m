% Strings. Positions count code units, of which a character may take several.
:- module string.
:- interface.
:- import_module assoc_list, char, list, maybe.

:- type poly_type
    --->    f(float)
    ;       i(int)
    ;       u(uint)
    ;       s(string)
    ;       c(char).

:- type justified_column ---> left(list(string)) ; right(list(string)).

:- pred is_empty(string::in) is semidet.
:- func length(string) = int.
:- pred length(string::in, int::out) is det.
:- func count_code_units(string) = int.
:- func count_code_points(string) = int.
:- func count_codepoints(string) = int.

:- func string ++ string = string.
:- mode in ++ in = uo is det.
:- func append(string, string) = string.
:- mode append(in, in) = uo is det.
:- pred append(string, string, string).
:- mode append(in, in, in) is semidet.
:- mode append(in, in, uo) is det.
:- mode append(in, out, in) is semidet.
:- mode append(out, out, in) is multi.
:- func append_list(list(string)) = string.
:- pred append_list(list(string)::in, string::out) is det.
:- func join_list(string, list(string)) = string.

:- func string(T) = string.
:- func printed(T) = string.    % as `io.print` shows it: strings and characters without quotes
:- func int_to_string(int) = string.
:- pred int_to_string(int::in, string::out) is det.
:- func from_int(int) = string.
:- func int_to_base_string(int, int) = string.
:- pred int_to_base_string(int::in, int::in, string::out) is det.
:- func int_to_string_thousands(int) = string.
:- func float_to_string(float) = string.
:- pred float_to_string(float::in, string::out) is det.
:- func from_float(float) = string.
:- func uint_to_string(uint) = string.
:- func char_to_string(char) = string.
:- pred char_to_string(char, string).
:- mode char_to_string(in, out) is det.
:- mode char_to_string(out, in) is semidet.
:- func from_char(char) = string.
:- pred to_int(string::in, int::out) is semidet.
:- func det_to_int(string) = int.
:- pred base_string_to_int(int::in, string::in, int::out) is semidet.
:- func det_base_string_to_int(int, string) = int.
:- pred to_float(string::in, float::out) is semidet.
:- func det_to_float(string) = float.

:- func to_char_list(string) = list(char).
:- pred to_char_list(string, list(char)).
:- mode to_char_list(in, out) is det.
:- mode to_char_list(out, in) is det.
:- func from_char_list(list(char)) = string.
:- pred from_char_list(list(char), string).
:- mode from_char_list(in, out) is det.
:- mode from_char_list(out, in) is det.
:- func to_rev_char_list(string) = list(char).
:- pred to_rev_char_list(string::in, list(char)::out) is det.
:- func from_rev_char_list(list(char)) = string.
:- pred from_rev_char_list(list(char)::in, string::out) is det.

:- pred index(string::in, int::in, char::out) is semidet.
:- func det_index(string, int) = char.
:- pred det_index(string::in, int::in, char::out) is det.
:- func unsafe_index(string, int) = char.
:- func elem(int, string) = char.
:- pred index_next(string::in, int::in, int::out, char::out) is semidet.
:- pred unsafe_index_next(string::in, int::in, int::out, char::out) is semidet.
:- pred prev_index(string::in, int::in, int::out, char::out) is semidet.
:- pred set_char(char::in, int::in, string::in, string::out) is semidet.
:- func det_set_char(char, int, string) = string.
:- pred det_set_char(char::in, int::in, string::in, string::out) is det.
:- pred member(char, string).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.
:- pred contains_char(string::in, char::in) is semidet.
:- pred first_char(string, char, string).
:- mode first_char(in, in, in) is semidet.
:- mode first_char(in, out, in) is semidet.
:- mode first_char(in, in, out) is semidet.
:- mode first_char(in, out, out) is semidet.
:- mode first_char(uo, in, in) is det.
:- pred sub_string_search(string::in, string::in, int::out) is semidet.
:- pred sub_string_search_start(string::in, string::in, int::in, int::out) is semidet.
:- pred prefix(string::in, string::in) is semidet.
:- pred suffix(string::in, string::in) is semidet.
:- pred remove_prefix(string::in, string::in, string::out) is semidet.
:- func det_remove_prefix(string, string) = string.
:- func remove_prefix_if_present(string, string) = string.
:- pred remove_suffix(string::in, string::in, string::out) is semidet.
:- func det_remove_suffix(string, string) = string.
:- func remove_suffix_if_present(string, string) = string.

:- func left(string, int) = string.
:- pred left(string::in, int::in, string::out) is det.
:- func right(string, int) = string.
:- pred right(string::in, int::in, string::out) is det.
:- pred split(string::in, int::in, string::out, string::out) is det.
:- func between(string, int, int) = string.
:- pred between(string::in, int::in, int::in, string::out) is det.
:- func unsafe_between(string, int, int) = string.
:- pred substring(string::in, int::in, int::in, string::out) is det.
:- func substring(string, int, int) = string.

:- func to_upper(string) = string.
:- pred to_upper(string::in, string::out) is det.
:- func to_lower(string) = string.
:- pred to_lower(string::in, string::out) is det.
:- func capitalize_first(string) = string.
:- pred capitalize_first(string::in, string::out) is det.
:- func uncapitalize_first(string) = string.
:- func duplicate_char(char, int) = string.
:- pred duplicate_char(char::in, int::in, string::out) is det.
:- func pad_left(string, char, int) = string.
:- pred pad_left(string::in, char::in, int::in, string::out) is det.
:- func pad_right(string, char, int) = string.
:- pred pad_right(string::in, char::in, int::in, string::out) is det.
:- func strip(string) = string.
:- func lstrip(string) = string.
:- func rstrip(string) = string.
:- func chomp(string) = string.
:- func lstrip_pred(pred(char)::in(pred(in) is semidet), string::in) = (string::out) is det.
:- func rstrip_pred(pred(char)::in(pred(in) is semidet), string::in) = (string::out) is det.
:- func prefix_length(pred(char)::in(pred(in) is semidet), string::in) = (int::out) is det.
:- func suffix_length(pred(char)::in(pred(in) is semidet), string::in) = (int::out) is det.
:- func replace_all(string, string, string) = string.
:- pred replace_all(string::in, string::in, string::in, string::out) is det.
:- pred replace(string::in, string::in, string::in, string::out) is semidet.
:- func words(string) = list(string).
:- func words_separator(pred(char)::in(pred(in) is semidet), string::in) = (list(string)::out) is det.
:- func split_at_separator(pred(char)::in(pred(in) is semidet), string::in) = (list(string)::out) is det.
:- func split_at_char(char, string) = list(string).
:- func split_at_string(string, string) = list(string).
:- func split_into_lines(string) = list(string).
:- func reverse_string(string) = string.
:- func word_wrap(string, int) = string.

:- pred all_match(pred(char)::in(pred(in) is semidet), string::in) is semidet.
:- pred is_all_alpha(string::in) is semidet.
:- pred is_all_alpha_or_underscore(string::in) is semidet.
:- pred is_all_alnum_or_underscore(string::in) is semidet.
:- pred is_all_digits(string::in) is semidet.
:- func foldl(func(char, A) = A, string, A) = A.
:- pred foldl(pred(char, A, A), string, A, A).
:- mode foldl(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl(pred(in, di, uo) is det, in, di, uo) is det.
:- mode foldl(pred(in, in, out) is semidet, in, in, out) is semidet.
:- pred foldl2(pred(char, A, A, B, B), string, A, A, B, B).
:- mode foldl2(pred(in, in, out, in, out) is det, in, in, out, in, out) is det.
:- func foldr(func(char, A) = A, string, A) = A.
:- pred foldr(pred(char, A, A), string, A, A).
:- mode foldr(pred(in, in, out) is det, in, in, out) is det.

:- func format(string, list(poly_type)) = string.
:- pred format(string::in, list(poly_type)::in, string::out) is det.
:- func format_table(list(justified_column), string) = string.
:- func hash(string) = int.

:- implementation.
:- import_module bool, float, int, pair, require.

:- pragma glassbox_builtin([
    func(length/1), pred(joined/3), pred(behind/3), func(to_char_list/1), func(from_char_list/1),
    func(between/3), pred(index_next/4), pred(prev_index/4), pred(sub_string_search_start/4),
    func(string/1), func(printed/1), func(int_to_string/1), func(uint_to_string/1),
    func(unsigned_digits/2), func(float_to_string/1),
    pred(to_float/2), func(format_float/4)
]).

is_empty("").

% Both, one after the other.
:- pred joined(string::in, string::in, string::uo) is det.
% What stands behind the first text in the second.
:- pred behind(string::in, string::in, string::out) is semidet.

:- pragma promise_equivalent_clauses(append/3).

append(S::in, T::in, U::in) :-
    joined(S, T, U).
append(S::in, T::in, U::uo) :-
    joined(S, T, U).
append(S::in, T::out, U::in) :-
    behind(S, U, T).
append(S::out, T::out, U::in) :-
    split_at(U, 0, S, T).

% All ways to split a text, from a position on.
:- pred split_at(string::in, int::in, string::out, string::out) is multi.

split_at(U, N, S, T) :-
    (
        S = between(U, 0, N),
        T = between(U, N, length(U))
    ;
        index_next(U, N, Next, _),
        split_at(U, Next, S, T)
    ).

length(S, length(S)).
count_code_units(S) = length(S).
count_code_points(S) = list.length(to_char_list(S)).
count_codepoints(S) = count_code_points(S).

S ++ T = U :-
    append(S, T, U).
append(S, T) = U :-
    append(S, T, U).
append_list(Ss) = list.foldr(append, Ss, "").
append_list(Ss, append_list(Ss)).
join_list(_, []) = "".
join_list(Sep, [S | Ss]) = S ++ append_list(list.map(append(Sep), Ss)).

int_to_string(N, int_to_string(N)).
from_int(N) = int_to_string(N).
int_to_base_string(N, Base) =
    ( if N < 0 then "-" ++ base_digits(N, Base, "") else base_digits(-N, Base, "") ).
int_to_base_string(N, Base, int_to_base_string(N, Base)).

% The digits of the opposite of a number that is not positive.
:- func base_digits(int, int, string) = string.

base_digits(N, Base, After) = Digits :-
    Last = from_char(char.det_int_to_digit(-(N rem Base))) ++ After,
    ( if N > -Base then Digits = Last else Digits = base_digits(N // Base, Base, Last) ).

int_to_string_thousands(N) = S :-
    ( if N < 0 then S = "-" ++ thousands(N) else S = thousands(-N) ).

:- func thousands(int) = string.

thousands(N) = S :-
    ( if N > -1000 then
        S = int_to_string(-N)
    else
        S = thousands(N // 1000) ++ "," ++ pad_left(int_to_string(-(N rem 1000)), '0', 3)
    ).
float_to_string(F, float_to_string(F)).
from_float(F) = float_to_string(F).
char_to_string(C) = from_char_list([C]).

:- pragma promise_equivalent_clauses(char_to_string/2).

char_to_string(C::in, S::out) :-
    S = from_char_list([C]).
char_to_string(C::out, S::in) :-
    to_char_list(S) = [C].
from_char(C) = from_char_list([C]).

to_int(S, N) :-
    base_string_to_int(10, S, N).
det_to_int(S) = ( if to_int(S, N) then N else unexpected($pred, "conversion failed") ).
base_string_to_int(Base, S, N) :-
    Chars = to_char_list(S),
    ( if Chars = ['-' | Digits] then
        Digits = [_ | _],
        digits_to_negative_int(Base, Digits, 0, N)
    else if Chars = ['+' | Digits] then
        Digits = [_ | _],
        digits_to_int(Base, Digits, 0, N)
    else
        Chars = [_ | _],
        digits_to_int(Base, Chars, 0, N)
    ).

% It fails if the number is larger than the largest integer.
:- pred digits_to_int(int::in, list(char)::in, int::in, int::out) is semidet.

digits_to_int(_, [], N, N).
digits_to_int(Base, [C | Cs], N0, N) :-
    char.base_digit_to_int(Base, C, D),
    N0 =< (int.max_int - D) // Base,
    digits_to_int(Base, Cs, N0 * Base + D, N).

% The smallest integer is the opposite of none, so what is negative is counted downwards.
:- pred digits_to_negative_int(int::in, list(char)::in, int::in, int::out) is semidet.

digits_to_negative_int(_, [], N, N).
digits_to_negative_int(Base, [C | Cs], N0, N) :-
    char.base_digit_to_int(Base, C, D),
    N0 >= (int.min_int + D) // Base,
    digits_to_negative_int(Base, Cs, N0 * Base - D, N).

det_base_string_to_int(Base, S) =
    ( if base_string_to_int(Base, S, N) then N else unexpected($pred, "conversion failed") ).
det_to_float(S) = ( if to_float(S, F) then F else unexpected($pred, "conversion failed") ).

:- pragma promise_equivalent_clauses(to_char_list/2).

to_char_list(S::in, Cs::out) :-
    Cs = to_char_list(S).
to_char_list(S::out, Cs::in) :-
    S = from_char_list(Cs).

:- pragma promise_equivalent_clauses(from_char_list/2).

from_char_list(Cs::in, S::out) :-
    S = from_char_list(Cs).
from_char_list(Cs::out, S::in) :-
    Cs = to_char_list(S).
to_rev_char_list(S) = list.reverse(to_char_list(S)).
to_rev_char_list(S, to_rev_char_list(S)).
from_rev_char_list(Cs) = from_char_list(list.reverse(Cs)).
from_rev_char_list(Cs, from_rev_char_list(Cs)).

index(S, N, C) :-
    index_next(S, N, _, C).
det_index(S, N) =
    ( if index(S, N, C) then C else unexpected($pred, "the index is out of range") ).
det_index(S, N, det_index(S, N)).
unsafe_index(S, N) = det_index(S, N).
elem(N, S) = det_index(S, N).
unsafe_index_next(S, N, Next, C) :-
    index_next(S, N, Next, C).
set_char(C, N, S0, S) :-
    index_next(S0, N, Next, _),
    S = between(S0, 0, N) ++ from_char(C) ++ between(S0, Next, length(S0)).
det_set_char(C, N, S0) =
    ( if set_char(C, N, S0, S) then S else unexpected($pred, "the index is out of range") ).
det_set_char(C, N, S, det_set_char(C, N, S)).
member(C, S) :-
    list.member(C, to_char_list(S)).
contains_char(S, C) :-
    list.member(C, to_char_list(S)).

:- pragma promise_equivalent_clauses(first_char/3).

first_char(S::in, C::in, Rest::in) :-
    to_char_list(S) = [C | to_char_list(Rest)].
first_char(S::in, C::out, Rest::in) :-
    to_char_list(S) = [C | Cs],
    Cs = to_char_list(Rest).
first_char(S::in, C::in, Rest::out) :-
    to_char_list(S) = [C | Cs],
    Rest = from_char_list(Cs).
first_char(S::in, C::out, Rest::out) :-
    to_char_list(S) = [C | Cs],
    Rest = from_char_list(Cs).
first_char(S::uo, C::in, Rest::in) :-
    S = from_char(C) ++ Rest.
sub_string_search(S, Part, N) :-
    sub_string_search_start(S, Part, 0, N).
prefix(S, Start) :-
    left(S, length(Start)) = Start.
suffix(S, End) :-
    right(S, length(End)) = End.
remove_prefix(Start, S, Rest) :-
    prefix(S, Start),
    Rest = between(S, length(Start), length(S)).
det_remove_prefix(Start, S) =
    ( if remove_prefix(Start, S, Rest) then Rest else unexpected($pred, "no such prefix") ).
remove_prefix_if_present(Start, S) = ( if remove_prefix(Start, S, Rest) then Rest else S ).
remove_suffix(S, End, Rest) :-
    suffix(S, End),
    Rest = left(S, length(S) - length(End)).
det_remove_suffix(S, End) =
    ( if remove_suffix(S, End, Rest) then Rest else unexpected($pred, "no such suffix") ).
remove_suffix_if_present(End, S) = ( if remove_suffix(S, End, Rest) then Rest else S ).

left(S, N) = between(S, 0, N).
left(S, N, left(S, N)).
right(S, N) = between(S, length(S) - N, length(S)).
right(S, N, right(S, N)).
split(S, N, left(S, N), between(S, N, length(S))).
between(S, Start, End, between(S, Start, End)).
unsafe_between(S, Start, End) = between(S, Start, End).
substring(S, Start, Count, between(S, Start, Start + Count)).
substring(S, Start, Count) = between(S, Start, Start + Count).

to_upper(S) = from_char_list(list.map(char.to_upper, to_char_list(S))).
to_upper(S, to_upper(S)).
to_lower(S) = from_char_list(list.map(char.to_lower, to_char_list(S))).
to_lower(S, to_lower(S)).
capitalize_first(S) = T :-
    ( if to_char_list(S) = [C | Cs] then
        T = from_char_list([char.to_upper(C) | Cs])
    else
        T = S
    ).
capitalize_first(S, capitalize_first(S)).
uncapitalize_first(S) = T :-
    ( if to_char_list(S) = [C | Cs] then
        T = from_char_list([char.to_lower(C) | Cs])
    else
        T = S
    ).
duplicate_char(C, N) = from_char_list(list.duplicate(N, C)).
duplicate_char(C, N, duplicate_char(C, N)).
pad_left(S, C, Width) = duplicate_char(C, Width - count_code_points(S)) ++ S.
pad_left(S, C, Width, pad_left(S, C, Width)).
pad_right(S, C, Width) = S ++ duplicate_char(C, Width - count_code_points(S)).
pad_right(S, C, Width, pad_right(S, C, Width)).
strip(S) = lstrip(rstrip(S)).
lstrip(S) = lstrip_pred(char.is_whitespace, S).
rstrip(S) = rstrip_pred(char.is_whitespace, S).
chomp(S) = ( if remove_suffix(S, "\n", Rest) then Rest else S ).
lstrip_pred(P, S) = from_char_list(list.drop_while(P, to_char_list(S))).
rstrip_pred(P, S) = from_rev_char_list(list.drop_while(P, to_rev_char_list(S))).
prefix_length(P, S) = length(from_char_list(list.take_while(P, to_char_list(S)))).
suffix_length(P, S) = length(from_char_list(list.take_while(P, to_rev_char_list(S)))).
replace_all(S, Old, New) = T :-
    ( if Old = "" then
        Chars = list.map(from_char, to_char_list(S)),
        T = New ++ append_list(list.map((func(C) = C ++ New), Chars))
    else
        T = join_list(New, split_at_string(Old, S))
    ).
replace_all(S, Old, New, replace_all(S, Old, New)).
replace(S0, Old, New, S) :-
    sub_string_search(S0, Old, N),
    S = left(S0, N) ++ New ++ between(S0, N + length(Old), length(S0)).
words(S) = words_separator(char.is_whitespace, S).
words_separator(P, S) = list.filter(is_word, split_at_separator(P, S)).

:- pred is_word(string::in) is semidet.

is_word(S) :-
    S \= "".

split_at_separator(P, S) = Parts :-
    separate(P, to_char_list(S), Parts).

:- pred separate(pred(char)::in(pred(in) is semidet), list(char)::in, list(string)::out) is det.

separate(P, Cs, Parts) :-
    list.take_while_not(P, Cs, Start, End),
    (
        End = [],
        Parts = [from_char_list(Start)]
    ;
        End = [_ | Rest],
        separate(P, Rest, Parts0),
        Parts = [from_char_list(Start) | Parts0]
    ).

split_at_char(C, S) = split_at_separator(unify(C), S).
split_at_string(Sep, S) = Parts :-
    ( if Sep \= "", sub_string_search(S, Sep, N) then
        Rest = between(S, N + length(Sep), length(S)),
        Parts = [left(S, N) | split_at_string(Sep, Rest)]
    else
        Parts = [S]
    ).
split_into_lines(S) = Lines :-
    Parts = split_at_char('\n', S),
    ( if list.split_last(Parts, Front, "") then Lines = Front else Lines = Parts ).
reverse_string(S) = from_rev_char_list(to_char_list(S)).
word_wrap(S, Width) = join_list("\n", wrap(words(S), Width)).

:- func wrap(list(string), int) = list(string).

wrap([], _) = [].
wrap([Word | Words], Width) = [Line | wrap(Rest, Width)] :-
    fill(Word, Words, Width, Line, Rest).

:- pred fill(string::in, list(string)::in, int::in, string::out, list(string)::out) is det.

fill(Line, [], _, Line, []).
fill(Line0, [Word | Words], Width, Line, Rest) :-
    Longer = Line0 ++ " " ++ Word,
    ( if count_code_points(Longer) =< Width then
        fill(Longer, Words, Width, Line, Rest)
    else
        Line = Line0,
        Rest = [Word | Words]
    ).

all_match(P, S) :-
    list.all_true(P, to_char_list(S)).
is_all_alpha(S) :-
    all_match(char.is_alpha, S).
is_all_alpha_or_underscore(S) :-
    all_match(char.is_alpha_or_underscore, S).
is_all_alnum_or_underscore(S) :-
    all_match(char.is_alnum_or_underscore, S).
is_all_digits(S) :-
    all_match(char.is_digit, S).
foldl(F, S, A) = list.foldl(F, to_char_list(S), A).
foldl(P, S, !A) :-
    list.foldl(P, to_char_list(S), !A).
foldl2(P, S, !A, !B) :-
    list.foldl2(P, to_char_list(S), !A, !B).
foldr(F, S, A) = list.foldr(F, to_char_list(S), A).
foldr(P, S, !A) :-
    list.foldr(P, to_char_list(S), !A).

hash(S) = list.foldl((func(C, N) = (N * 31 + char.to_int(C)) mod 0x7fffffff), to_char_list(S), 7).

%---------------------------------------------------------------------------%
% Formats.

% What stands between `%` and the letter of a conversion.
:- type spec
    --->    spec(
                minus       :: bool,
                plus        :: bool,
                space       :: bool,
                zero        :: bool,
                hash_sign   :: bool,
                width       :: int,
                precision   :: maybe(int)
            ).

format(Format, Values) = Text :-
    formatted(to_char_list(Format), Values, Pieces),
    Text = append_list(Pieces).
format(Format, Values, format(Format, Values)).

:- pred formatted(list(char)::in, list(poly_type)::in, list(string)::out) is det.

formatted(Chars, Values, Pieces) :-
    list.take_while_not(unify('%'), Chars, Plain, Rest),
    (
        Rest = [],
        (
            Values = [],
            Pieces = [from_char_list(Plain)]
        ;
            Values = [_ | _],
            error("string.format: too many values")
        )
    ;
        Rest = [_ | Rest1],
        ( if Rest1 = ['%' | Rest2] then
            formatted(Rest2, Values, Pieces0),
            Pieces = [from_char_list(Plain), "%" | Pieces0]
        else
            flags(Rest1, Rest2, spec(no, no, no, no, no, 0, no), Spec0),
            number(Rest2, Rest3, Values, Values1, Width),
            ( if Width < 0 then
                Spec1 = ((Spec0 ^ width := -Width) ^ minus := yes)
            else
                Spec1 = (Spec0 ^ width := Width)
            ),
            ( if Rest3 = ['.' | Rest4] then
                number(Rest4, Rest5, Values1, Values2, Precision),
                Spec = (Spec1 ^ precision := yes(Precision))
            else
                Rest5 = Rest3,
                Values2 = Values1,
                Spec = Spec1
            ),
            ( if Rest5 = [Letter | Rest6], Values2 = [Value | Values3] then
                Piece = converted(Spec, Letter, Value),
                formatted(Rest6, Values3, Pieces0),
                Pieces = [from_char_list(Plain), Piece | Pieces0]
            else
                error("string.format: too few values, or an incomplete conversion")
            )
        )
    ).

:- pred flags(list(char)::in, list(char)::out, spec::in, spec::out) is det.

flags(Chars, Rest, !Spec) :-
    ( if
        Chars = [C | Chars1],
        (
            C = ('-'),
            !Spec ^ minus := yes
        ;
            C = ('+'),
            !Spec ^ plus := yes
        ;
            C = ' ',
            !Spec ^ space := yes
        ;
            C = '0',
            !Spec ^ zero := yes
        ;
            C = '#',
            !Spec ^ hash_sign := yes
        )
    then
        flags(Chars1, Rest, !Spec)
    else
        Rest = Chars
    ).

:- pred number(list(char)::in, list(char)::out, list(poly_type)::in, list(poly_type)::out, int::out)
    is det.

number(Chars, Rest, !Values, N) :-
    ( if Chars = ['*' | Chars1] then
        Rest = Chars1,
        ( if !.Values = [i(N0) | !:Values] then
            N = N0
        else
            error("string.format: `*` needs an integer")
        )
    else
        list.take_while(char.is_digit, Chars, Digits, Rest),
        N = ( if to_int(from_char_list(Digits), N0) then N0 else 0 )
    ).

:- func converted(spec, char, poly_type) = string.

converted(Spec, Letter, Value) = Text :-
    ( if
        (
            Value = i(N),
            ( if signed(Letter) then
                Text0 = number_text(Spec, ( if N < 0 then "-" else plus_sign(Spec) ), at_least(Spec, digits_of(N)))
            else
                based(Letter),
                Text0 = based_text(Spec, Letter, N)
            )
        ;
            Value = u(U),
            based(Letter),
            Text0 = based_text(Spec, Letter, U)
        ;
            Value = f(F),
            fractional(Letter),
            Digits = maybe_default(6, Spec ^ precision),
            Alternative = Spec ^ hash_sign,
            Sign = ( if F < 0.0 then "-" else plus_sign(Spec) ),
            Text0 = number_text(Spec ^ precision := no, Sign, format_float(Letter, Digits, Alternative, float.abs(F)))
        ;
            Value = c(C),
            Letter = 'c',
            Text0 = padded(Spec, from_char(C))
        ;
            Value = s(S),
            Letter = 's',
            (
                Spec ^ precision = no,
                Text0 = padded(Spec, S)
            ;
                Spec ^ precision = yes(Most),
                Text0 = padded(Spec, from_char_list(list.take_upto(Most, to_char_list(S))))
            )
        )
    then
        Text = Text0
    else
        error("string.format: the conversion %" ++ from_char(Letter) ++ " does not fit its value")
    ).

:- pred signed(char::in) is semidet.

signed('d').
signed('i').

% These see an integer as a number without a sign.
:- pred based(char::in) is semidet.

based('u').
based('x').
based('X').
based('o').
based('p').

:- pred fractional(char::in) is semidet.

fractional('f').
fractional('F').
fractional('e').
fractional('E').
fractional('g').
fractional('G').

% The digits of an integer without its sign.
:- func digits_of(int) = string.

digits_of(N) = ( if N < 0 then remove_prefix_if_present("-", int_to_string(N)) else int_to_string(N) ).

% The bits of an integer as a number without a sign, in a base.
:- func unsigned_digits(T, int) = string.

:- func based_text(spec, char, T) = string.

based_text(Spec, Letter, N) = Text :-
    ( if Letter = 'o' then
        Digits = at_least(Spec, unsigned_digits(N, 8)),
        Text = number_text(Spec, "", ( if Spec ^ hash_sign = yes, not prefix(Digits, "0") then "0" ++ Digits else Digits ))
    else if Letter = 'u' then
        Text = number_text(Spec, "", at_least(Spec, unsigned_digits(N, 10)))
    else
        Hex = unsigned_digits(N, 16),
        Sign = ( if Letter = 'p' then "0x" else if Spec ^ hash_sign = yes, Hex \= "0" then "0x" else "" ),
        ( if Letter = 'X' then
            Text = number_text(Spec, to_upper(Sign), at_least(Spec, to_upper(Hex)))
        else
            Text = number_text(Spec, Sign, at_least(Spec, Hex))
        )
    ).

% As many digits as the precision asks for.
:- func at_least(spec, string) = string.

at_least(Spec, Digits) =
    ( if Digits = "0", Spec ^ precision = yes(0) then
        ""
    else
        pad_left(Digits, '0', maybe_default(1, Spec ^ precision))
    ).

% What stands before a number that is not negative.
:- func plus_sign(spec) = string.

plus_sign(Spec) = ( if Spec ^ plus = yes then "+" else if Spec ^ space = yes then " " else "" ).

% Zeros stand behind the sign. A precision says how many there are.
:- func number_text(spec, string, string) = string.

number_text(Spec, Sign, Digits) = Text :-
    ( if Spec ^ zero = yes, Spec ^ minus = no, Spec ^ precision = no then
        Text = Sign ++ pad_left(Digits, '0', Spec ^ width - length(Sign))
    else
        Text = padded(Spec, Sign ++ Digits)
    ).

:- func padded(spec, string) = string.

padded(Spec, S) =
    ( if Spec ^ minus = yes then
        pad_right(S, ' ', Spec ^ width)
    else
        pad_left(S, ' ', Spec ^ width)
    ).

% A float that is not negative: the letter of its conversion, its precision, and whether a point is always there.
:- func format_float(char, int, bool, float) = string.

%---------------------------------------------------------------------------%

format_table(Columns, Separator) = Table :-
    Padded = list.map(padded_column, Columns),
    Table = join_list("\n", table_lines(Padded, Separator)).

:- func padded_column(justified_column) = list(string).

padded_column(Column) = Cells :-
    (
        Column = left(Texts),
        Width = list.foldl(int.max, list.map(count_code_points, Texts), 0),
        Cells = list.map((func(Text) = pad_right(Text, ' ', Width)), Texts)
    ;
        Column = right(Texts),
        Width = list.foldl(int.max, list.map(count_code_points, Texts), 0),
        Cells = list.map((func(Text) = pad_left(Text, ' ', Width)), Texts)
    ).

:- func table_lines(list(list(string)), string) = list(string).

table_lines(Columns, Separator) = Lines :-
    ( if heads_and_tails(Columns, Heads, Tails), Columns = [_ | _] then
        Lines = [join_list(Separator, Heads) | table_lines(Tails, Separator)]
    else
        Lines = []
    ).

:- pred heads_and_tails(list(list(T))::in, list(T)::out, list(list(T))::out) is semidet.

heads_and_tails([], [], []).
heads_and_tails([[X | Xs] | Rest], [X | Heads], [Xs | Tails]) :-
    heads_and_tails(Rest, Heads, Tails).
