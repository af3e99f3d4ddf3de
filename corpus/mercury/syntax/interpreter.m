% A small imperative language: its tokens, its grammar, and a machine that runs it.
% This one is long, so that it has a bit of everything in one place.
:- module interpreter.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is cc_multi.

:- implementation.
:- import_module assoc_list, bool, char, exception, int, list, map, maybe, pair, require, string.

%---------------------------------------------------------------------------%
% Trees.

:- type program
    --->    program(
                name        :: string,
                procedures  :: map(string, procedure),
                body        :: list(stmt)
            ).

:- type procedure
    --->    procedure(
                params  :: list(string),
                stmts   :: list(stmt)
            ).

:- type stmt
    --->    assign(string, expr)
    ;       if_then(expr, list(stmt), list(stmt))
    ;       while(expr, list(stmt))
    ;       call(string, list(expr))
    ;       print(expr)
    ;       skip.

:- type expr
    --->    const(int)
    ;       var(string)
    ;       unary(unary_op, expr)
    ;       binary(binary_op, expr, expr).

:- type unary_op ---> neg ; not_op.

:- type binary_op
    --->    (+) ; (-) ; (*) ; (/) ; (mod)
    ;       (<) ; (=<) ; (=) ; and_op ; or_op.

%---------------------------------------------------------------------------%
% Tokens.

:- type token
    --->    word(string)
    ;       int(int)
    ;       sign(string).

:- pred tokenise(list(char)::in, list(token)::out) is semidet.

tokenise([], []).
tokenise([C | Cs], Tokens) :-
    ( if char.is_whitespace(C) then
        tokenise(Cs, Tokens)
    else if char.is_alpha_or_underscore(C) then
        take(char.is_alnum_or_underscore, Cs, Word, Rest),
        tokenise(Rest, Tokens0),
        Tokens = [word(string.from_char_list([C | Word])) | Tokens0]
    else if char.is_digit(C) then
        take(char.is_digit, Cs, Digits, Rest),
        string.to_int(string.from_char_list([C | Digits]), N),
        tokenise(Rest, Tokens0),
        Tokens = [int(N) | Tokens0]
    else if sign_of_two([C | Cs], Sign, Rest) then
        tokenise(Rest, Tokens0),
        Tokens = [sign(Sign) | Tokens0]
    else
        string.contains_char("+-*/<=(){},;", C),
        tokenise(Cs, Tokens0),
        Tokens = [sign(string.from_char(C)) | Tokens0]
    ).

:- pred sign_of_two(list(char)::in, string::out, list(char)::out) is semidet.

sign_of_two(['=', '<' | Rest], "=<", Rest).
sign_of_two([':', '=' | Rest], ":=", Rest).

:- pred take(pred(T), list(T), list(T), list(T)).
:- mode take(in(pred(in) is semidet), in, out, out) is det.

take(_, [], [], []).
take(P, [X | Xs], Taken, Rest) :-
    ( if P(X) then
        take(P, Xs, Taken0, Rest),
        Taken = [X | Taken0]
    else
        Taken = [],
        Rest = [X | Xs]
    ).

%---------------------------------------------------------------------------%
% The grammar.

:- pred stmts(list(stmt)::out, list(token)::in, list(token)::out) is det.

stmts(Stmts) -->
    ( if stmt(Stmt) then
        stmts(Rest),
        { Stmts = [Stmt | Rest] }
    else
        { Stmts = [] }
    ).

:- pred stmt(stmt::out, list(token)::in, list(token)::out) is semidet.

stmt(Stmt) -->
    (
        [word("skip"), sign(";")],
        { Stmt = skip }
    ;
        [word("print")],
        expr(Expr),
        [sign(";")],
        { Stmt = print(Expr) }
    ;
        [word("if")],
        expr(Cond),
        block(Then),
        ( if [word("else")] then
            block(Else)
        else
            { Else = [] }
        ),
        { Stmt = if_then(Cond, Then, Else) }
    ;
        [word("while")],
        expr(Cond),
        block(Body),
        { Stmt = while(Cond, Body) }
    ;
        [word(Name), sign(":=")],
        { not is_reserved(Name) },
        expr(Expr),
        [sign(";")],
        { Stmt = assign(Name, Expr) }
    ).

:- pred block(list(stmt)::out, list(token)::in, list(token)::out) is semidet.

block(Stmts) -->
    [sign("{")], stmts(Stmts), [sign("}")].

:- pred is_reserved(string::in) is semidet.

is_reserved("skip").
is_reserved("print").
is_reserved("if").
is_reserved("else").
is_reserved("while").

:- pred expr(expr::out, list(token)::in, list(token)::out) is semidet.

expr(Expr) -->
    sum(Left),
    ( if [sign(Sign)], { comparison(Sign, Op) } then
        sum(Right),
        { Expr = binary(Op, Left, Right) }
    else
        { Expr = Left }
    ).

:- pred comparison(string, binary_op).
:- mode comparison(in, out) is semidet.
:- mode comparison(out, in) is semidet.

comparison("<", (<)).
comparison("=<", (=<)).
comparison("=", (=)).

:- pred sum(expr::out, list(token)::in, list(token)::out) is semidet.

sum(Expr) -->
    product(First),
    sums(First, Expr).

:- pred sums(expr::in, expr::out, list(token)::in, list(token)::out) is semidet.

sums(Left, Expr) -->
    ( if [sign("+")] then
        product(Right), sums(binary((+), Left, Right), Expr)
    else if [sign("-")] then
        product(Right), sums(binary((-), Left, Right), Expr)
    else
        { Expr = Left }
    ).

:- pred product(expr::out, list(token)::in, list(token)::out) is semidet.

product(Expr) -->
    factor(Left),
    ( if [sign("*")] then
        product(Right),
        { Expr = binary((*), Left, Right) }
    else
        { Expr = Left }
    ).

:- pred factor(expr::out, list(token)::in, list(token)::out) is semidet.

factor(Expr) -->
    [Token],
    (
        { Token = int(N), Expr = const(N) }
    ;
        { Token = word(Name), not is_reserved(Name), Expr = var(Name) }
    ;
        { Token = sign("(") },
        expr(Expr),
        [sign(")")]
    ;
        { Token = sign("-") },
        factor(Inner),
        { Expr = unary(neg, Inner) }
    ).

%---------------------------------------------------------------------------%
% The machine.

:- type store == map(string, int).

:- type fault
    --->    unknown_variable(string)
    ;       division_by_zero
    ;       out_of_steps.

:- pred exec_all(list(stmt)::in, store::in, store::out, int::in, int::out, io::di, io::uo) is det.

exec_all([], !Store, !Steps, !IO).
exec_all([Stmt | Stmts], !Store, !Steps, !IO) :-
    exec(Stmt, !Store, !Steps, !IO),
    exec_all(Stmts, !Store, !Steps, !IO).

:- pred exec(stmt::in, store::in, store::out, int::in, int::out, io::di, io::uo) is det.

exec(Stmt, !Store, !Steps, !IO) :-
    ( if !.Steps = 0 then
        throw(out_of_steps)
    else
        !:Steps = !.Steps - 1
    ),
    (
        Stmt = skip
    ;
        Stmt = assign(Name, Expr),
        Value = eval(!.Store, Expr),
        map.set(Name, Value, !Store)
    ;
        Stmt = print(Expr),
        io.write_int(eval(!.Store, Expr), !IO),
        io.nl(!IO)
    ;
        Stmt = if_then(Cond, Then, Else),
        exec_all(( if eval(!.Store, Cond) \= 0 then Then else Else ), !Store, !Steps, !IO)
    ;
        Stmt = while(Cond, Body),
        ( if eval(!.Store, Cond) = 0 then
            true
        else
            exec_all(Body, !Store, !Steps, !IO),
            exec(Stmt, !Store, !Steps, !IO)
        )
    ;
        Stmt = call(_, _),
        unexpected($module, $pred, "no procedures yet")
    ).

:- func eval(store, expr) = int.

eval(_, const(N)) = N.
eval(Store, var(Name)) = Value :-
    ( if map.search(Store, Name, Found) then
        Value = Found
    else
        throw(unknown_variable(Name))
    ).
eval(Store, unary(neg, X)) = -(eval(Store, X)).
eval(Store, unary(not_op, X)) = ( if eval(Store, X) = 0 then 1 else 0 ).
eval(Store, binary(Op, X, Y)) = apply_op(Op, eval(Store, X), eval(Store, Y)).

:- func apply_op(binary_op, int, int) = int.

apply_op((+), X, Y) = X + Y.
apply_op((-), X, Y) = X - Y.
apply_op((*), X, Y) = X * Y.
apply_op((/), X, Y) = ( if Y = 0 then throw(division_by_zero) else X / Y ).
apply_op((mod), X, Y) = X mod Y.
apply_op((<), X, Y) = truth(( if X < Y then yes else no )).
apply_op((=<), X, Y) = truth(( if X =< Y then yes else no )).
apply_op((=), X, Y) = truth(( if X = Y then yes else no )).
apply_op(and_op, X, Y) = X * Y.
apply_op(or_op, X, Y) = X \/ Y.

:- func truth(bool) = int.

truth(yes) = 1.
truth(no) = 0.

%---------------------------------------------------------------------------%

main(!IO) :-
    io.read_file_as_string(Result, !IO),
    (
        Result = ok(Text),
        ( if
            tokenise(string.to_char_list(Text), Tokens),
            stmts(Stmts, Tokens, Rest),
            Rest = []
        then
            ( try [io(!IO)]
                exec_all(Stmts, map.init, _, 10_000, _, !IO)
            then
                true
            catch Fault `with_type` fault ->
                io.write_line(Fault, !IO)
            )
        else
            io.write_string("syntax error\n", !IO)
        )
    ;
        Result = error(_, Error),
        io.write_string(io.error_message(Error), !IO)
    ).

:- end_module interpreter.
