%! run json_tests.m
:- module json.
:- interface.
:- import_module char, float, int, list, maybe, pair, string, assoc_list.

:- type json
    --->    null
    ;       bool(bool_value)
    ;       number(float)
    ;       string(string)
    ;       array(list(json))
    ;       object(assoc_list(string, json)).
:- type bool_value ---> true_value ; false_value.
:- type parse_result(T) == maybe_error(T, parse_error).
:- type parse_error ---> parse_error(pos :: int, what :: string).

:- func parse(string) = parse_result(json).
:- func to_string(json) = string.
:- pred path(list(string)::in, json::in, json::out) is semidet.
:- func depth(json) = int.

:- implementation.
:- import_module exception, univ.

:- type src == list(char).

parse(Str) = Result :-
    Chars = to_char_list(Str),
    promise_equivalent_solutions [TryResult] (
        try((pred(J0::out) is det :-
            value(J0, Chars, Rest0),
            spaces(Rest0, Rest),
            ( if Rest = [] then true else fail_at("end of text", Rest) )
        ), TryResult)
    ),
    (
        TryResult = succeeded(J),
        Result = ok(J)
    ;
        TryResult = exception(Univ),
        ( if univ_to_type(Univ, expected(What, Left)) then
            Result = error(parse_error(string.length(Str) - Left, "expected " ++ What))
        else
            rethrow(TryResult)
        )
    ).

:- type expected ---> expected(string, int).

:- pred fail_at(string::in, src::in) is erroneous.
fail_at(What, Rest) :- throw(expected(What, list.length(Rest))).

:- pred spaces(src::in, src::out) is det.
spaces(!S) :-
    ( if !.S = [C | !:S], ( C = ' ' ; C = '\n' ; C = '\t' ) then spaces(!S) else true ).

:- pred value(json::out, src::in, src::out) is det.
value(J, !S) :-
    spaces(!S),
    (
        !.S = [],
        fail_at("a value", !.S)
    ;
        !.S = [C | Rest],
        ( if C = '"' then
            string_rest(Cs, Rest, !:S),
            J = string(from_char_list(Cs))
        else if C = '[' then
            spaces(Rest, R1),
            ( if R1 = [']' | R2] then
                !:S = R2,
                J = array([])
            else
                elements(Js, R1, !:S),
                J = array(Js)
            )
        else if C = '{' then
            spaces(Rest, R1),
            ( if R1 = ['}' | R2] then
                !:S = R2,
                J = object([])
            else
                members(Ms, R1, !:S),
                J = object(Ms)
            )
        else if ( char.is_digit(C) ; C = ('-') ) then
            number_chars(Ds, !S),
            ( if string.to_float(from_char_list(Ds), F) then
                J = number(F)
            else
                fail_at("a number", !.S)
            )
        else if keyword("null", !S) then
            J = null
        else if keyword("true", !S) then
            J = bool(true_value)
        else if keyword("false", !S) then
            J = bool(false_value)
        else
            fail_at("a value", !.S)
        )
    ).

:- pred keyword(string::in, src::in, src::out) is semidet.
keyword(W, S0, S) :- list.append(to_char_list(W), S, S0).

:- pred number_chars(list(char)::out, src::in, src::out) is det.
number_chars(Ds, !S) :-
    ( if
        !.S = [C | !:S],
        ( char.is_digit(C) ; C = ('.') ; C = ('-') ; C = 'e' ; C = ('+') )
    then
        number_chars(Ds0, !S),
        Ds = [C | Ds0]
    else
        Ds = []
    ).

:- pred string_rest(list(char)::out, src::in, src::out) is det.
string_rest(Cs, !S) :-
    (
        !.S = [],
        fail_at("closing quote", !.S)
    ;
        !.S = [C | !:S],
        ( if C = '"' then
            Cs = []
        else if C = '\\' then
            ( if !.S = [E | !:S], escape(E, X) then
                string_rest(Cs0, !S),
                Cs = [X | Cs0]
            else
                fail_at("an escape", !.S)
            )
        else
            string_rest(Cs0, !S),
            Cs = [C | Cs0]
        )
    ).

:- pred escape(char, char).
:- mode escape(in, out) is semidet.
:- mode escape(out, in) is semidet.
escape('n', '\n').
escape('t', '\t').
escape('\\', '\\').
escape('"', '"').

:- pred elements(list(json)::out, src::in, src::out) is det.
elements([J | Js], !S) :-
    value(J, !S),
    spaces(!S),
    ( if !.S = [',' | !:S] then
        elements(Js, !S)
    else if !.S = [']' | !:S] then
        Js = []
    else
        fail_at("`,' or `]'", !.S)
    ).

:- pred members(assoc_list(string, json)::out, src::in, src::out) is det.
members([K - V | Ms], !S) :-
    spaces(!S),
    ( if !.S = ['"' | !:S] then
        string_rest(Cs, !S),
        K = from_char_list(Cs)
    else
        fail_at("a key", !.S)
    ),
    spaces(!S),
    ( if !.S = [(':') | !:S] then
        value(V, !S)
    else
        fail_at("`:'", !.S)
    ),
    spaces(!S),
    ( if !.S = [',' | !:S] then
        members(Ms, !S)
    else if !.S = ['}' | !:S] then
        Ms = []
    else
        fail_at("`,' or `}'", !.S)
    ).

to_string(null) = "null".
to_string(bool(true_value)) = "true".
to_string(bool(false_value)) = "false".
to_string(number(F)) = S :-
    I = float.truncate_to_int(F),
    ( if float(I) = F then S = int_to_string(I) else S = float_to_string(F) ).
to_string(string(S)) = quote(S).
to_string(array(Js)) = "[" ++ string.join_list(",", list.map(to_string, Js)) ++ "]".
to_string(object(Ms)) = "{" ++ join_list(",", map(member_to_string, Ms)) ++ "}".

:- func member_to_string(pair(string, json)) = string.
member_to_string(K - V) = quote(K) ++ ":" ++ to_string(V).

:- func quote(string) = string.
quote(S) = "\"" ++ string.append_list(list.map(quote_char, to_char_list(S))) ++ "\"".

:- func quote_char(char) = string.
quote_char(C) = ( if escape(E, C) then "\\" ++ char_to_string(E) else char_to_string(C) ).

path([], J, J).
path([K | Ks], J0, J) :-
    (
        J0 = object(Ms),
        assoc_list.search(Ms, K, J1)
    ;
        J0 = array(Js),
        string.to_int(K, I),
        list.index0(Js, I, J1)
    ),
    path(Ks, J1, J).

depth(J) = D :-
    (
        ( J = null ; J = bool(_) ; J = number(_) ; J = string(_) ),
        D = 0
    ;
        J = array(Js),
        D = 1 + list.foldl(func(X, M) = max(depth(X), M), Js, 0)
    ;
        J = object(Ms),
        D = 1 + list.foldl(func(_ - X, M) = max(depth(X), M), Ms, 0)
    ).
