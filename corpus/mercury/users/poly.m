%! run poly_tests.m
:- module poly.
:- interface.
:- import_module int, integer, list, maybe, string.
:- type poly ---> poly(list(int)).   % coefficients, lowest first
:- func poly + poly = poly.
:- func poly * poly = poly.
:- func eval(poly, int) = int.
:- func derive(poly) = poly.
:- func show(poly) = string.
:- func fact(int) = integer.
:- func fib(int) = integer.
:- func digits_sum(integer) = int.
:- func roots(poly, int, int) = list(int).
:- func compose(poly, poly) = poly.
:- func newton_sqrt(float) = float.
:- implementation.
:- import_module float.

poly(A) + poly(B) = poly(trim(add(A, B))).
:- func add(list(int), list(int)) = list(int).
add([], Bs) = Bs.
add(As @ [_ | _], []) = As.
add([A | As], [B | Bs]) = [A + B | add(As, Bs)].

:- func trim(list(int)) = list(int).
trim(L) = list.reverse(drop_zeros(list.reverse(L))).
:- func drop_zeros(list(int)) = list(int).
drop_zeros(L) = ( if L = [0 | T] then drop_zeros(T) else L ).

poly([]) * _ = poly([]).
poly([A | As]) * poly(Bs) = poly(list.map(int.times(A), Bs)) + shift(poly(As) * poly(Bs)).
:- func shift(poly) = poly.
shift(poly(L)) = ( if L = [] then poly([]) else poly([0 | L]) ).

eval(poly(Cs), X) = list.foldr(func(C, A) = C + X * A, Cs, 0).

derive(poly([])) = poly([]).
derive(poly([_ | Cs])) = poly(Ds) :-
    list.map_foldl(
        (pred(C::in, D::out, !.I::in, !:I::out) is det :-
            D = C * !.I,
            !:I = !.I + 1),
        Cs, Ds, 1, _).

show(poly(Cs)) = S :-
    list.foldl2(term, Cs, 0, _, [], Terms),
    ( Terms = [], S = "0"
    ; Terms = [_ | _], S = string.join_list(" + ", Terms)
    ).
:- pred term(int::in, int::in, int::out, list(string)::in, list(string)::out) is det.
term(C, I, I + 1, !Ts) :-
    ( if C = 0 then
        true
    else
        ( if I = 0 then
            T = int_to_string(C)
        else if I = 1 then
            T = string.format("%dx", [i(C)])
        else
            T = string.format("%dx^%d", [i(C), i(I)])
        ),
        !:Ts = [T | !.Ts]
    ).

fact(N) = list.foldl((func(K, P) = P * integer(K)), 1 .. N, integer.one).

fib(N) = A :- fib_pair(N, A, _).
:- pred fib_pair(int::in, integer::out, integer::out) is det.
fib_pair(N, A, B) :-
    ( if N = 0 then
        A = integer.zero, B = integer.one
    else
        fib_pair(N - 1, A0, B0),
        A = B0,
        B = A0 + B0
    ).

digits_sum(N) = list.foldl(
    (func(C, S) = S + char.det_decimal_digit_to_int(C)),
    string.to_char_list(integer.to_string(N)), 0).
:- import_module char.

roots(P, Lo, Hi) = list.filter((pred(X::in) is semidet :- eval(P, X) = 0), Lo .. Hi).

compose(poly(Cs), Q) = list.foldr((func(C, Acc) = poly(trim([C])) + Q * Acc), Cs, poly([])).

newton_sqrt(X) = improve(X, 1.0).
:- func improve(float, float) = float.
improve(X, G) = R :-
    N = (G + X / G) / 2.0,
    ( if float.abs(N - G) < 1.0e-12 then R = N else R = improve(X, N) ).
