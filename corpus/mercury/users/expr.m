%! run expr_tests.m
% Expression parser with DCGs and an evaluator with maybe_error.
:- module expr.
:- interface.
:- import_module char, int, list, map, maybe, string.

:- type expr
    --->    num(int)
    ;       var(string)
    ;       bin(op, expr, expr)
    ;       neg(expr)
    ;       let(string, expr, expr).
:- type op ---> plus ; minus ; times ; divide ; power.
:- type token ---> t_num(int) ; t_id(string) ; t_op(char) ; t_lpar ; t_rpar ; t_let ; t_in ; t_eq.
:- type env == map(string, int).

:- pred tokenize(string::in, list(token)::out) is semidet.
:- pred parse(string::in, expr::out) is semidet.
:- func eval(env, expr) = maybe_error(int).
:- func calc(string) = maybe_error(int).
:- func show(expr) = string.
:- func simplify(expr) = expr.

:- implementation.

tokenize(S, Ts) :- tokens(Ts, string.to_char_list(S), []).

:- pred tokens(list(token)::out, list(char)::in, list(char)::out) is semidet.
tokens(Ts) -->
    skip_spaces,
    ( if token(T) then
        tokens(Ts0),
        { Ts = [T | Ts0] }
    else
        { Ts = [] }
    ).

:- pred skip_spaces(list(char)::in, list(char)::out) is det.
skip_spaces -->
    ( if [C], { char.is_whitespace(C) } then
        skip_spaces
    else
        []
    ).

:- pred token(token::out, list(char)::in, list(char)::out) is semidet.
token(T) -->
    [C],
    ( if { char.decimal_digit_to_int(C, D) } then
        digits(D, N),
        { T = t_num(N) }
    else if { char.is_alpha_or_underscore(C) } then
        ident_rest(Cs),
        { string.from_char_list([C | Cs], Name) },
        { ( if Name = "let" then T = t_let
          else if Name = "in" then T = t_in
          else T = t_id(Name)
        ) }
    else
        { ( C = '(', T = t_lpar
          ; C = ')', T = t_rpar
          ; C = ('='), T = t_eq
          ; ( C = ('+') ; C = ('-') ; C = ('*') ; C = ('/') ; C = ('^') ), T = t_op(C)
          ) }
    ).

:- pred digits(int::in, int::out, list(char)::in, list(char)::out) is det.
digits(N0, N) -->
    ( if [C], { char.decimal_digit_to_int(C, D) } then
        digits(10 * N0 + D, N)
    else
        { N = N0 }
    ).

:- pred ident_rest(list(char)::out, list(char)::in, list(char)::out) is det.
ident_rest(Cs) -->
    ( if [C], { char.is_alnum_or_underscore(C) } then
        ident_rest(Cs0),
        { Cs = [C | Cs0] }
    else
        { Cs = [] }
    ).

parse(S, E) :-
    tokenize(S, Ts),
    expr(E, Ts, []).

:- pred expr(expr::out, list(token)::in, list(token)::out) is semidet.
expr(E) -->
    ( if [t_let] then
        [t_id(V), t_eq],
        expr(E1),
        [t_in],
        expr(E2),
        { E = let(V, E1, E2) }
    else
        term(T),
        expr_rest(T, E)
    ).

:- pred expr_rest(expr::in, expr::out, list(token)::in, list(token)::out) is semidet.
expr_rest(L, E) -->
    ( if [t_op(C)], { add_op(C, Op) } then
        term(R),
        expr_rest(bin(Op, L, R), E)
    else
        { E = L }
    ).

:- pred term(expr::out, list(token)::in, list(token)::out) is semidet.
term(E) --> factor(F), term_rest(F, E).

:- pred term_rest(expr::in, expr::out, list(token)::in, list(token)::out) is semidet.
term_rest(L, E) -->
    ( if [t_op(C)], { mul_op(C, Op) } then
        factor(R),
        term_rest(bin(Op, L, R), E)
    else
        { E = L }
    ).

:- pred factor(expr::out, list(token)::in, list(token)::out) is semidet.
factor(E) -->
    primary(P),
    ( if [t_op('^')] then
        factor(X),
        { E = bin(power, P, X) }
    else
        { E = P }
    ).

:- pred primary(expr::out, list(token)::in, list(token)::out) is semidet.
primary(E) -->
    [T],
    (
        { T = t_num(N) },
        { E = num(N) }
    ;
        { T = t_id(V) },
        { E = var(V) }
    ;
        { T = t_op('-') },
        primary(E0),
        { E = neg(E0) }
    ;
        { T = t_lpar },
        expr(E),
        [t_rpar]
    ).

:- pred add_op(char::in, op::out) is semidet.
add_op('+', plus).
add_op('-', minus).

:- pred mul_op(char, op).
:- mode mul_op(in, out) is semidet.
:- mode mul_op(out, in) is semidet.
mul_op('*', times).
mul_op('/', divide).

eval(_, num(N)) = ok(N).
eval(Env, var(V)) = R :-
    ( if map.search(Env, V, N) then
        R = ok(N)
    else
        R = error(string.format("unbound variable `%s'", [s(V)]))
    ).
eval(Env, neg(E)) = map_ok(func(X) = -X, eval(Env, E)).
eval(Env, let(V, E1, E2)) = R :-
    R1 = eval(Env, E1),
    (
        R1 = ok(X),
        R = eval(map.set(Env, V, X), E2)
    ;
        R1 = error(_),
        R = R1
    ).
eval(Env, bin(Op, A, B)) = R :-
    RA = eval(Env, A),
    RB = eval(Env, B),
    ( if RA = ok(X), RB = ok(Y) then
        R = apply_op(Op, X, Y)
    else if RA = error(_) then
        R = RA
    else
        R = RB
    ).

:- func map_ok(func(A) = B, maybe_error(A)) = maybe_error(B).
map_ok(F, ok(X)) = ok(F(X)).
map_ok(_, error(M)) = error(M).

:- func apply_op(op, int, int) = maybe_error(int).
apply_op(plus, X, Y) = ok(X + Y).
apply_op(minus, X, Y) = ok(X - Y).
apply_op(times, X, Y) = ok(X * Y).
apply_op(divide, X, Y) = ( if Y = 0 then error("division by zero") else ok(X // Y) ).
apply_op(power, X, Y) = ( if Y < 0 then error("negative exponent") else ok(int.pow(X, Y)) ).

calc(S) = ( if parse(S, E) then eval(map.init, E) else error("syntax error") ).

show(num(N)) = string.int_to_string(N).
show(var(V)) = V.
show(neg(E)) = "-" ++ show(E).
show(let(V, A, B)) = string.append_list(["let ", V, " = ", show(A), " in ", show(B)]).
show(bin(Op, A, B)) = "(" ++ show(A) ++ " " ++ op_string(Op) ++ " " ++ show(B) ++ ")".

:- func op_string(op) = string.
op_string(plus) = "+".
op_string(minus) = "-".
op_string(times) = "*".
op_string(divide) = "/".
op_string(power) = "^".

simplify(E) = S :-
    (
        ( E = num(_) ; E = var(_) ),
        S = E
    ;
        E = neg(E0),
        S0 = simplify(E0),
        ( if S0 = num(N) then S = num(-N)
        else if S0 = neg(S1) then S = S1
        else S = neg(S0)
        )
    ;
        E = let(V, A, B),
        S = let(V, simplify(A), simplify(B))
    ;
        E = bin(Op, A, B),
        SA = simplify(A),
        SB = simplify(B),
        ( if SA = num(X), SB = num(Y), apply_op(Op, X, Y) = ok(Z) then
            S = num(Z)
        else if unit_of(Op, U), SA = num(U) then
            S = SB
        else if unit_of(Op, U), SB = num(U) then
            S = SA
        else
            S = bin(Op, SA, SB)
        )
    ).

:- pred unit_of(op::in, int::out) is semidet.
unit_of(plus, 0).
unit_of(times, 1).
