%! run lexer_tests.m
% Hand written state machine over strings, positions and switches with many arms.
:- module lexer.
:- interface.
:- import_module char, int, list, string, maybe.
:- type tok ---> tok(kind, string, pos).
:- type kind ---> ident ; keyword ; number ; op ; str ; unknown.
:- type pos ---> pos(line :: int, col :: int).
:- func lex(string) = list(tok).
:- pred is_keyword(string::in) is semidet.
:- func precedence(string) = maybe(int).
:- func classify(char) = kind.
:- func day_number(string) = int is semidet.
:- func http_class(int) = string.
:- implementation.

is_keyword("if").
is_keyword("then").
is_keyword("else").
is_keyword("while").
is_keyword("do").

precedence(Op) = P :-
    ( if
        (
            ( Op = "*" ; Op = "/" ),
            N = 3
        ;
            ( Op = "+" ; Op = "-" ),
            N = 2
        ;
            ( Op = "<" ; Op = ">" ; Op = "==" ),
            N = 1
        )
    then
        P = yes(N)
    else
        P = no
    ).

classify(C) =
    ( if char.is_digit(C) then number
    else if ( char.is_alpha(C) ; C = '_' ) then ident
    else if C = '"' then str
    else if string.contains_char("+-*/<>=;(){}", C) then op
    else unknown
    ).

lex(S) = Toks :- lex_at(S, 0, pos(1, 1), Toks).

:- pred lex_at(string::in, int::in, pos::in, list(tok)::out) is det.
lex_at(S, I, Pos, Toks) :-
    ( if string.index(S, I, C) then
        ( if C = '\n' then
            lex_at(S, I + 1, pos(Pos ^ line + 1, 1), Toks)
        else if char.is_whitespace(C) then
            lex_at(S, I + 1, Pos ^ col := Pos ^ col + 1, Toks)
        else
            Kind0 = classify(C),
            (
                ( Kind0 = ident ; Kind0 = number ),
                End = span(S, I + 1, Kind0)
            ;
                Kind0 = str,
                End = string_end(S, I + 1)
            ;
                Kind0 = op,
                ( if string.unsafe_between(S, I, int.min(I + 2, length(S))) = "==" then
                    End = I + 2
                else
                    End = I + 1
                )
            ;
                ( Kind0 = unknown ; Kind0 = keyword ),
                End = I + 1
            ),
            Text = string.between(S, I, End),
            ( if Kind0 = ident, is_keyword(Text) then
                Kind = keyword
            else
                Kind = Kind0
            ),
            lex_at(S, End, Pos ^ col := Pos ^ col + (End - I), Rest),
            Toks = [tok(Kind, Text, Pos) | Rest]
        )
    else
        Toks = []
    ).

:- func span(string, int, kind) = int.
span(S, I, Kind) =
    ( if
        string.index(S, I, C),
        K = classify(C),
        ( K = Kind ; Kind = ident, K = number )
    then
        span(S, I + 1, Kind)
    else
        I
    ).

:- func string_end(string, int) = int.
string_end(S, I) = End :-
    ( if string.index(S, I, C) then
        ( if C = '"' then End = I + 1 else End = string_end(S, I + 1) )
    else
        End = I
    ).

day_number(Name) = N :-
    (
        ( Name = "Mon" ; Name = "Monday" ), N = 1
    ;
        ( Name = "Tue" ; Name = "Tuesday" ), N = 2
    ;
        Name = "Wed", N = 3
    ;
        Name = "Sun", N = 7
    ).

http_class(Code) = S :-
    ( if
        ( Code = 200, S0 = "ok"
        ; ( Code = 301 ; Code = 302 ), S0 = "redirect"
        ; Code = 404, S0 = "not found"
        )
    then
        S = S0
    else if Code >= 500, Code < 600 then
        S = "server error"
    else
        S = "code " ++ from_int(Code)
    ).
