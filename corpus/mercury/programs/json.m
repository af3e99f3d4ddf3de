% Reading and writing JSON: a grammar over characters, trees, and printing with levels.
:- module json.
:- interface.
:- import_module assoc_list, bool, io, list, maybe.

:- type value
    --->    null
    ;       bool(bool)
    ;       number(float)
    ;       string(string)
    ;       array(list(value))
    ;       object(assoc_list(string, value)).

:- pred parse(string::in, maybe_error(value)::out) is det.
:- func to_string(value) = string.
:- func to_pretty_string(value) = string.
:- pred lookup(value::in, list(step)::in, value::out) is semidet.
:- type step ---> index(int) ; name(string).

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module char, float, int, pair, require, string.

%---------------------------------------------------------------------------%
% Reading.

:- type input == list(char).

parse(Text, Result) :-
    Chars = string.to_char_list(Text),
    ( if
        value(Value, Chars, Rest0),
        blanks(Rest0, Rest)
    then
        (
            Rest = [],
            Result = ok(Value)
        ;
            Rest = [Char | _],
            Result = error(string.format("unexpected `%c'", [c(Char)]))
        )
    else
        Result = error("no value")
    ).

:- pred value(value::out, input::in, input::out) is semidet.

value(Value) -->
    blanks,
    [Char],
    ( if { Char = '{' } then
        members(Members),
        { Value = object(Members) }
    else if { Char = ('[') } then
        elements(Elements),
        { Value = array(Elements) }
    else if { Char = '"' } then
        characters(Chars),
        { Value = string(string.from_char_list(Chars)) }
    else if { is_word_char(Char) } then
        word(Rest),
        { word_value(string.from_char_list([Char | Rest]), Value) }
    else
        number_chars(Rest),
        { string.to_float(string.from_char_list([Char | Rest]), Float) },
        { Value = number(Float) }
    ).

:- pred is_word_char(char::in) is semidet.

is_word_char(Char) :-
    char.is_lower(Char).

:- pred word(list(char)::out, input::in, input::out) is det.

word(Chars) -->
    ( if [Char], { is_word_char(Char) } then
        word(Rest),
        { Chars = [Char | Rest] }
    else
        { Chars = [] }
    ).

:- pred word_value(string::in, value::out) is semidet.

word_value("null", null).
word_value("true", bool(yes)).
word_value("false", bool(no)).

:- pred number_chars(list(char)::out, input::in, input::out) is det.

number_chars(Chars) -->
    ( if [Char], { char.is_digit(Char) ; string.contains_char("+-.eE", Char) } then
        number_chars(Rest),
        { Chars = [Char | Rest] }
    else
        { Chars = [] }
    ).

:- pred characters(list(char)::out, input::in, input::out) is semidet.

characters(Chars) -->
    [Char],
    ( if { Char = '"' } then
        { Chars = [] }
    else if { Char = ('\\') } then
        [Escape],
        { escape(Escape, Meant) },
        characters(Rest),
        { Chars = [Meant | Rest] }
    else
        characters(Rest),
        { Chars = [Char | Rest] }
    ).

:- pred escape(char, char).
:- mode escape(in, out) is semidet.
:- mode escape(out, in) is semidet.

escape('n', '\n').
escape('t', '\t').
escape('"', '"').
escape('\\', '\\').

:- pred elements(list(value)::out, input::in, input::out) is semidet.

elements(Values) -->
    blanks,
    ( if [']'] then
        { Values = [] }
    else
        value(First),
        more_elements(Rest),
        { Values = [First | Rest] }
    ).

:- pred more_elements(list(value)::out, input::in, input::out) is semidet.

more_elements(Values) -->
    blanks,
    (
        [']'],
        { Values = [] }
    ;
        [','],
        value(Value),
        more_elements(Rest),
        { Values = [Value | Rest] }
    ).

:- pred members(assoc_list(string, value)::out, input::in, input::out) is semidet.

members(Members) -->
    blanks,
    ( if ['}'] then
        { Members = [] }
    else
        member(First),
        more_members(Rest),
        { Members = [First | Rest] }
    ).

:- pred member(pair(string, value)::out, input::in, input::out) is semidet.

member(string.from_char_list(Chars) - Value) -->
    blanks,
    ['"'],
    characters(Chars),
    blanks,
    [':'],
    value(Value).

:- pred more_members(assoc_list(string, value)::out, input::in, input::out) is semidet.

more_members(Members) -->
    blanks,
    (
        ['}'],
        { Members = [] }
    ;
        [','],
        member(Member),
        more_members(Rest),
        { Members = [Member | Rest] }
    ).

:- pred blanks(input::in, input::out) is det.

blanks -->
    ( if [Char], { char.is_whitespace(Char) } then
        blanks
    else
        []
    ).

%---------------------------------------------------------------------------%
% Writing.

to_string(null) = "null".
to_string(bool(yes)) = "true".
to_string(bool(no)) = "false".
to_string(number(Float)) = float_text(Float).
to_string(string(Text)) = quoted(Text).
to_string(array(Values)) = "[" ++ string.join_list(",", list.map(to_string, Values)) ++ "]".
to_string(object(Members)) = "{" ++ string.join_list(",", list.map(member_text, Members)) ++ "}".

:- func member_text(pair(string, value)) = string.

member_text(Name - Value) = quoted(Name) ++ ":" ++ to_string(Value).

:- func float_text(float) = string.

float_text(Float) = Text :-
    Int = float.round_to_int(Float),
    ( if float(Int) = Float then
        Text = string.from_int(Int)
    else
        Text = string.format("%g", [f(Float)])
    ).

:- func quoted(string) = string.

quoted(Text) = "\"" ++ string.append_list(list.map(escaped, string.to_char_list(Text))) ++ "\"".

:- func escaped(char) = string.

escaped(Char) =
    ( if escape(Letter, Char) then
        "\\" ++ string.from_char(Letter)
    else
        string.from_char(Char)
    ).

to_pretty_string(Value) = string.append_list(list.reverse(Pieces)) :-
    pretty(0, Value, [], Pieces).

:- pred pretty(int::in, value::in, list(string)::in, list(string)::out) is det.

pretty(Level, Value, !Pieces) :-
    (
        ( Value = null ; Value = bool(_) ; Value = number(_) ; Value = string(_) ),
        put(to_string(Value), !Pieces)
    ;
        Value = array(Values),
        put("[", !Pieces),
        pretty_list(pretty, Level + 1, Values, !Pieces),
        line(Level, !Pieces),
        put("]", !Pieces)
    ;
        Value = object(Members),
        put("{", !Pieces),
        pretty_list(pretty_member, Level + 1, Members, !Pieces),
        line(Level, !Pieces),
        put("}", !Pieces)
    ).

:- pred pretty_member(int::in, pair(string, value)::in, list(string)::in, list(string)::out) is det.

pretty_member(Level, Name - Value, !Pieces) :-
    put(quoted(Name) ++ ": ", !Pieces),
    pretty(Level, Value, !Pieces).

:- pred pretty_list(pred(int, T, list(string), list(string))::in(pred(in, in, in, out) is det),
    int::in, list(T)::in, list(string)::in, list(string)::out) is det.

pretty_list(_, _, [], !Pieces).
pretty_list(P, Level, [X | Xs], !Pieces) :-
    line(Level, !Pieces),
    P(Level, X, !Pieces),
    (
        Xs = []
    ;
        Xs = [_ | _],
        put(",", !Pieces)
    ),
    pretty_list(P, Level, Xs, !Pieces).

:- pred put(string::in, list(string)::in, list(string)::out) is det.

put(Piece, Pieces, [Piece | Pieces]).

:- pred line(int::in, list(string)::in, list(string)::out) is det.

line(Level, !Pieces) :-
    put("\n" ++ string.duplicate_char(' ', 2 * Level), !Pieces).

%---------------------------------------------------------------------------%

lookup(Value, [], Value).
lookup(Value0, [Step | Steps], Value) :-
    (
        Step = index(Index),
        Value0 = array(Values),
        list.index0(Values, Index, Value1)
    ;
        Step = name(Name),
        Value0 = object(Members),
        assoc_list.search(Members, Name, Value1)
    ),
    lookup(Value1, Steps, Value).

main(!IO) :-
    parse("{\"a\": [1, 2.5, true], \"b\": null}", Result),
    (
        Result = ok(Value),
        io.write_string(to_pretty_string(Value), !IO),
        io.nl(!IO),
        ( if lookup(Value, [name("a"), index(1)], Found) then
            io.print_line(to_string(Found), !IO)
        else
            unexpected($pred, "not found")
        )
    ;
        Result = error(Message),
        io.format("error: %s\n", [s(Message)], !IO)
    ).
