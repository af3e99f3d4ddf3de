% Everything that grammar rules can have.
:- module grammar.
:- interface.
:- import_module char, list.

:- type token ---> name(string) ; number(int) ; open ; close.
:- type lexer ---> lexer(line :: int, rest :: list(char), inner :: inner).
:- type inner ---> inner(depth :: int).

:- pred tokens(list(token)::out, list(char)::in, list(char)::out) is det.

:- implementation.
:- import_module int, string.

tokens(Tokens) -->
    ( if token(Token) then
        tokens(More),
        { Tokens = [Token | More] }
    else
        [],
        { Tokens = [] }
    ).

:- pred token(token::out, list(char)::in, list(char)::out) is semidet.

token(open) --> ['('].
token(close) --> [')'].
token(Token) -->
    spaces,
    some [C, Cs] (
        [C],
        ( { char.is_alpha(C) } ->
            word(Cs), { Token = name(string.from_char_list([C | Cs])) }
        ; { char.is_digit(C) } ->
            word(Cs), { string.to_int(string.from_char_list([C | Cs]), N), Token = number(N) }
        ;
            { fail }
        )
    ).

:- pred word(list(char)::out, list(char)::in, list(char)::out) is det.

word(Cs) -->
    ( if [C], { char.is_alnum(C) } then
        word(Cs0),
        { Cs = [C | Cs0] }
    else
        { Cs = [] }
    ).

:- pred spaces(list(char)::in, list(char)::out) is det.

spaces --> ( if [' '] then spaces else [] ).

% Closures with the two arguments that nobody writes.
:- pred many(pred(T, list(char), list(char))::in(pred(out, in, out) is semidet), list(T)::out,
    list(char)::in, list(char)::out) is det.

many(P, Xs) -->
    ( if P(X) then many(P, Rest), { Xs = [X | Rest] } else { Xs = [] } ).

:- pred several(list(list(char))::out, list(char)::in, list(char)::out) is det.

several(Xs) -->
    many((pred(W::out, in, out) is semidet --> [C], word(Cs), { W = [C | Cs] }), Xs),
    call(skip),
    P, { P = skip }.

% A record that is threaded through.
:- pred advance(lexer::in, lexer::out) is semidet.

advance -->
    Line =^ line,
    Depth =^ inner ^ depth,
    { Depth >= 0 },
    ^ line := Line + 1,
    ^ inner ^ depth := Depth - 1,
    not at_end,
    =(Lexer),
    { Lexer ^ rest = [] ; Lexer ^ rest = [_] }.

% Grammar and state variables together.
:- pred counted(int::in, int::out, list(char)::in, list(char)::out) is det.

counted(!N) -->
    ( if [_] then
        { !:N = !.N + 1 },
        counted(!N)
    else
        []
    ).
