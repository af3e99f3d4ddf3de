% A parser written as a grammar, and an evaluator of its trees.
:- module calculator.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module char, int, list, maybe, require, string.

:- type expr
    --->    number(int)
    ;       plus(expr, expr)
    ;       minus(expr, expr)
    ;       times(expr, expr)
    ;       div(expr, expr).

:- pred expr(expr::out, list(char)::in, list(char)::out) is semidet.

expr(Expr) -->
    factor(First),
    more_sums(First, Expr).

:- pred more_sums(expr::in, expr::out, list(char)::in, list(char)::out) is semidet.

more_sums(Left, Expr) -->
    ( if ['+'] then
        factor(Right),
        more_sums(plus(Left, Right), Expr)
    else if ['-'] then
        factor(Right),
        more_sums(minus(Left, Right), Expr)
    else
        { Expr = Left }
    ).

:- pred factor(expr::out, list(char)::in, list(char)::out) is semidet.

factor(Expr) -->
    term(First),
    ( ['*'], factor(Right), { Expr = times(First, Right) }
    ; ['/'], factor(Right), { Expr = div(First, Right), Right \= number(0) }
    ; not ['*'], not ['/'], { Expr = First }
    ).

:- pred term(expr::out, list(char)::in, list(char)::out) is semidet.

term(Expr) -->
    (
        ['('], expr(Expr), [')']
    ->
        []
    ;
        digits(Digits),
        { Digits = [_ | _], string.to_int(string.from_char_list(Digits), Number) },
        { Expr = number(Number) }
    ).

:- pred digits(list(char)::out, list(char)::in, list(char)::out) is det.

digits(Digits) -->
    ( [Char], { char.is_digit(Char) } ->
        digits(Rest),
        { Digits = [Char | Rest] }
    ;
        { Digits = [] }
    ).

% The rest of the input, without taking it.
:- pred rest(list(char)::out, list(char)::in, list(char)::out) is det.

rest(Rest) --> =(Rest).

:- pred skip_all(list(char)::in, list(char)::out) is det.

skip_all --> :=([]).

:- func eval(expr) = int.

eval(number(N)) = N.
eval(plus(X, Y)) = eval(X) + eval(Y).
eval(minus(X, Y)) = eval(X) - eval(Y).
eval(times(X, Y)) = eval(X) * eval(Y).
eval(div(X, Y)) = eval(X) // eval(Y).

main(!IO) :-
    io.read_line_as_string(Result, !IO),
    (
        Result = ok(Line),
        Chars = string.to_char_list(string.strip(Line)),
        ( if expr(Expr, Chars, []) then
            io.format("%d\n", [i(eval(Expr))], !IO),
            main(!IO)
        else
            io.write_string("syntax error\n", !IO),
            main(!IO)
        )
    ;
        Result = eof
    ;
        Result = error(Code),
        error(io.error_message(Code))
    ).
