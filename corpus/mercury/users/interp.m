%! run interp_tests.m
% A small imperative language: tokens, recursive descent, execution.
:- module interp.
:- interface.
:- import_module char, int, list, map, maybe, string.

:- type stmt
    --->    assign(string, expr)
    ;       print(expr)
    ;       while(expr, list(stmt))
    ;       if_stmt(expr, list(stmt), list(stmt))
    ;       fun_def(string, list(string), list(stmt))
    ;       return(expr)
    ;       assert(expr).
:- type expr
    --->    int(int)
    ;       name(string)
    ;       binop(binop, expr, expr)
    ;       call(string, list(expr)).
:- type binop ---> (+) ; (-) ; (*) ; (<) ; (=) ; (and).
:- type value == int.
:- type fun ---> fun(params :: list(string), body :: list(stmt)).
:- type state
    --->    state(
                vars   :: map(string, value),
                funs   :: map(string, fun),
                output :: list(string),
                steps  :: int
            ).
:- type runtime_error
    --->    undefined_name(string)
    ;       undefined_fun(string, int)
    ;       assertion_failed(expr)
    ;       out_of_steps.
:- type flow ---> next ; returned(value).

:- pred run_program(list(stmt)::in, list(string)::out) is det.
:- pred parse_program(string::in, list(stmt)::out) is semidet.
:- pred parse_error_at(string::in, int::out) is semidet.
:- func run_source(string) = maybe(list(string)).
:- func free_names(list(stmt)) = list(string).
:- func count_stmts(list(stmt)) = int.

:- implementation.
:- import_module exception, require, set.

%---------------------------------------------------------------------------%
% Reading.

:- type token ---> id(string) ; num(int) ; sym(string).
:- type tokens == list(token).

:- func scan(list(char)) = list(token) is semidet.
scan([]) = [].
scan([C | Cs]) = Ts :-
    ( if is_whitespace(C) then
        Ts = scan(Cs)
    else if is_digit(C) then
        list.take_while(is_digit, [C | Cs], Ds, Rest),
        Ts = [num(det_to_int(from_char_list(Ds))) | scan(Rest)]
    else if is_alpha_or_underscore(C) then
        list.take_while(is_alnum_or_underscore, [C | Cs], Ds, Rest),
        Ts = [id(from_char_list(Ds)) | scan(Rest)]
    else if C = (':'), Cs = ['=' | Rest] then
        Ts = [sym(":=") | scan(Rest)]
    else
        string.contains_char("+-*<=&(){},;", C),
        Ts = [sym(char_to_string(C)) | scan(Cs)]
    ).

parse_program(Text, Stmts) :-
    Tokens = scan(to_char_list(Text)),
    stmts(Stmts, Tokens, []).

parse_error_at(Text, Left) :-
    Tokens = scan(to_char_list(Text)),
    stmts(_, Tokens, Rest),
    Rest = [_ | _],
    Left = list.length(Rest).

:- pred stmts(list(stmt)::out, tokens::in, tokens::out) is det.
stmts(Ss) -->
    ( if stmt(S) then
        stmts(Ss0),
        { Ss = [S | Ss0] }
    else
        { Ss = [] }
    ).

:- pred block(list(stmt)::out, tokens::in, tokens::out) is semidet.
block(Ss) --> [sym("{")], stmts(Ss), [sym("}")].

:- pred stmt(stmt::out, tokens::in, tokens::out) is semidet.
stmt(S) -->
    [id(Word)],
    ( if { Word = "print" } then
        expr(E), [sym(";")],
        { S = print(E) }
    else if { Word = "return" } then
        expr(E), [sym(";")],
        { S = return(E) }
    else if { Word = "assert" } then
        expr(E), [sym(";")],
        { S = assert(E) }
    else if { Word = "while" } then
        expr(E), block(Body),
        { S = while(E, Body) }
    else if { Word = "if" } then
        expr(E), block(Then),
        ( if [id("else")] then
            block(Else)
        else
            { Else = [] }
        ),
        { S = if_stmt(E, Then, Else) }
    else if { Word = "fun" } then
        [id(F), sym("(")],
        params(Ps),
        block(Body),
        { S = fun_def(F, Ps, Body) }
    else
        [sym(":=")], expr(E), [sym(";")],
        { S = assign(Word, E) }
    ).

:- pred params(list(string)::out, tokens::in, tokens::out) is semidet.
params(Ps) -->
    ( if [sym(")")] then
        { Ps = [] }
    else
        [id(P)],
        ( if [sym(",")] then [] else =([sym(")") | _]) ),
        params(Ps0),
        { Ps = [P | Ps0] }
    ).

:- pred expr(expr::out, tokens::in, tokens::out) is semidet.
expr(E) --> comparison(L), binary_rest(["&" - (and)], comparison, L, E).

:- pred comparison(expr::out, tokens::in, tokens::out) is semidet.
comparison(E) --> sum(L), binary_rest(["<" - (<), "=" - (=)], sum, L, E).

:- pred sum(expr::out, tokens::in, tokens::out) is semidet.
sum(E) --> product(L), binary_rest(["+" - (+), "-" - (-)], product, L, E).

:- pred product(expr::out, tokens::in, tokens::out) is semidet.
product(E) --> atom(L), binary_rest(["*" - (*)], atom, L, E).

:- pred binary_rest(assoc_list(string, binop)::in,
    pred(expr, tokens, tokens)::in(pred(out, in, out) is semidet),
    expr::in, expr::out, tokens::in, tokens::out) is semidet.
binary_rest(Ops, Operand, L, E) -->
    ( if [sym(S)], { assoc_list.search(Ops, S, Op) } then
        Operand(R),
        binary_rest(Ops, Operand, binop(Op, L, R), E)
    else
        { E = L }
    ).

:- import_module assoc_list, pair.

:- pred atom(expr::out, tokens::in, tokens::out) is semidet.
atom(E) -->
    [T],
    (
        { T = num(N) },
        { E = int(N) }
    ;
        { T = id(Name) },
        ( if [sym("(")] then
            args(As),
            { E = call(Name, As) }
        else
            { E = name(Name) }
        )
    ;
        { T = sym("(") },
        expr(E),
        [sym(")")]
    ).

:- pred args(list(expr)::out, tokens::in, tokens::out) is semidet.
args(As) -->
    ( if [sym(")")] then
        { As = [] }
    else
        expr(A),
        ( if [sym(",")] then
            args(As0)
        else
            [sym(")")],
            { As0 = [] }
        ),
        { As = [A | As0] }
    ).

%---------------------------------------------------------------------------%
% Running.

run_program(Stmts, Output) :-
    State0 = state(map.init, map.init, [], 10000),
    exec_list(Stmts, Flow, State0, State),
    ( Flow = next
    ; Flow = returned(_)
    ),
    Output = list.reverse(State ^ output).

run_source(Text) = Result :-
    ( if parse_program(Text, Stmts) then
        run_program(Stmts, Out),
        Result = yes(Out)
    else
        Result = no
    ).

:- pred exec_list(list(stmt)::in, flow::out, state::in, state::out) is det.
exec_list([], next, !State).
exec_list([S | Ss], Flow, !State) :-
    tick(!State),
    exec(S, Flow0, !State),
    (
        Flow0 = next,
        exec_list(Ss, Flow, !State)
    ;
        Flow0 = returned(_),
        Flow = Flow0
    ).

:- pred tick(state::in, state::out) is det.
tick(!State) :-
    ( if !.State ^ steps > 0 then
        !State ^ steps := !.State ^ steps - 1
    else
        throw(out_of_steps)
    ).

:- pred exec(stmt::in, flow::out, state::in, state::out) is det.
exec(assign(V, E), next, !State) :-
    eval(E, X, !State),
    !State ^ vars ^ elem(V) := X.
exec(print(E), next, !State) :-
    eval(E, X, !State),
    !State ^ output := [int_to_string(X) | !.State ^ output].
exec(While @ while(C, Body), Flow, !State) :-
    eval(C, X, !State),
    ( if X = 0 then
        Flow = next
    else
        exec_list(Body, Flow0, !State),
        (
            Flow0 = next,
            tick(!State),
            exec(While, Flow, !State)
        ;
            Flow0 = returned(_),
            Flow = Flow0
        )
    ).
exec(if_stmt(C, Then, Else), Flow, !State) :-
    eval(C, X, !State),
    exec_list(( if X = 0 then Else else Then ), Flow, !State).
exec(fun_def(F, Ps, Body), next, !State) :-
    !State ^ funs ^ elem(F) := fun(Ps, Body).
exec(return(E), returned(X), !State) :-
    eval(E, X, !State).
exec(assert(E), next, !State) :-
    eval(E, X, !State),
    ( if X = 0 then throw(assertion_failed(E)) else true ).

:- pred eval(expr::in, value::out, state::in, state::out) is det.
eval(int(N), N, !State).
eval(name(V), X, !State) :-
    ( if X0 = !.State ^ vars ^ elem(V) then
        X = X0
    else
        throw(undefined_name(V))
    ).
eval(binop(Op, A, B), Z, !State) :-
    eval(A, X, !State),
    eval(B, Y, !State),
    ( Op = (+), Z = X + Y
    ; Op = (-), Z = X - Y
    ; Op = (*), Z = X * Y
    ; Op = (<), Z = ( if X < Y then 1 else 0 )
    ; Op = (=), ( if X = Y then Z = 1 else Z = 0 )
    ; Op = (and), Z = ( if ( X = 0 ; Y = 0 ) then 0 else 1 )
    ).
eval(call(F, Args), Z, !State) :-
    list.map_foldl(eval, Args, Values, !State),
    ( if
        map.search(!.State ^ funs, F, fun(Ps, Body)),
        list.length(Ps) = list.length(Values) : int
    then
        Saved = !.State ^ vars,
        map.from_corresponding_lists(Ps, Values, Locals),
        !State ^ vars := Locals,
        exec_list(Body, Flow, !State),
        !State ^ vars := Saved,
        ( Flow = next, Z = 0
        ; Flow = returned(Z)
        )
    else
        throw(undefined_fun(F, length(Values)))
    ).

%---------------------------------------------------------------------------%
% Looking at programs.

free_names(Ss) = set.to_sorted_list(Names) :-
    list.foldl(stmt_names, Ss, set.init, Names).

:- pred stmt_names(stmt::in, set(string)::in, set(string)::out) is det.
stmt_names(S, !Names) :-
    (
        ( S = print(E) ; S = return(E) ; S = assert(E) ),
        expr_names(E, !Names)
    ;
        S = assign(V, E),
        set.insert(V, !Names),
        expr_names(E, !Names)
    ;
        S = while(E, B),
        expr_names(E, !Names),
        list.foldl(stmt_names, B, !Names)
    ;
        S = if_stmt(E, B1, B2),
        expr_names(E, !Names),
        list.foldl(stmt_names, B1, !Names),
        list.foldl(stmt_names, B2, !Names)
    ;
        S = fun_def(_, Ps, B),
        list.foldl(stmt_names, B, set.init, Inner),
        set.union(set.difference(Inner, set.list_to_set(Ps)), !Names)
    ).

:- pred expr_names(expr::in, set(string)::in, set(string)::out) is det.
expr_names(int(_), !N).
expr_names(name(V), !N) :- set.insert(V, !N).
expr_names(binop(_, A, B), !N) :- expr_names(A, !N), expr_names(B, !N).
expr_names(call(_, As), !N) :- list.foldl(expr_names, As, !N).

count_stmts(Ss) = list.foldl((func(S, N) = N + 1 + inner(S)), Ss, 0).

:- func inner(stmt) = int.
inner(S) = N :-
    ( if S = while(_, B) then N = count_stmts(B)
    else if S = if_stmt(_, A, B) then N = count_stmts(A) + count_stmts(B)
    else if S = fun_def(_, _, B) then N = count_stmts(B)
    else N = 0
    ).
