% A calculator in reverse Polish notation, with errors as values.
:- module rpn.
:- interface.
:- import_module io, list, maybe.

:- type token ---> num(float) ; op(binary) ; swap ; dup.
:- type binary == (func(float, float) = float).

:- func tokenise(string) = maybe_error(list(token)).
:- func run(list(token), list(float)) = maybe_error(list(float)).
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module float, int, string.

tokenise(Line) = tokens(string.words(Line)).

:- func tokens(list(string)) = maybe_error(list(token)).

tokens([]) = ok([]).
tokens([Word | Words]) = Result :-
    Rest = tokens(Words),
    (
        Rest = error(_),
        Result = Rest
    ;
        Rest = ok(Tokens),
        ( if token(Word, Token) then
            Result = ok([Token | Tokens])
        else
            Result = error("unknown word " ++ Word)
        )
    ).

:- pred token(string::in, token::out) is semidet.

token(Word, Token) :-
    ( if operator(Word, Op) then
        Token = op(Op)
    else if Word = "swap" then
        Token = swap
    else if Word = "dup" then
        Token = dup
    else if string.to_int(Word, Int) then
        Token = num(float(Int))
    else
        string.to_float(Word, Float),
        Token = num(Float)
    ).

:- pred operator(string::in, binary::out) is semidet.

operator("+", (func(X, Y) = X + Y)).
operator("-", (func(X, Y) = X - Y)).
operator("*", (func(X, Y) = X * Y)).
operator("max", float.max).

run([], Stack) = ok(Stack).
run([Token | Tokens], Stack0) = Result :-
    ( if step(Token, Stack0, Stack) then
        Result = run(Tokens, Stack)
    else
        Result = error("the stack is too small")
    ).

:- pred step(token::in, list(float)::in, list(float)::out) is semidet.

step(num(F), Stack, [F | Stack]).
step(op(F), [Y, X | Stack], [F(X, Y) | Stack]).
step(swap, [Y, X | Stack], [X, Y | Stack]).
step(dup, [X | Stack], [X, X | Stack]).

main(!IO) :-
    io.read_line_as_string(Input, !IO),
    (
        Input = ok(Line),
        Tokens = tokenise(Line),
        (
            Tokens = ok(Program),
            Outcome = run(Program, []),
            (
                Outcome = ok(Stack),
                io.write_list(Stack, " ", io.write_float, !IO),
                io.nl(!IO)
            ;
                Outcome = error(Message),
                io.print_line(Message, !IO)
            )
        ;
            Tokens = error(Message),
            io.print_line(Message, !IO)
        ),
        main(!IO)
    ;
        Input = eof
    ;
        Input = error(Error),
        io.print_line(io.error_message(Error), !IO),
        io.set_exit_status(1, !IO)
    ).
