% Machine integers. Quotients and remainders by zero throw.
:- module int.
:- interface.
:- import_module list.

:- pred int < int.
:- mode in < in is semidet.
:- pred int > int.
:- mode in > in is semidet.
:- pred int =< int.
:- mode in =< in is semidet.
:- pred int >= int.
:- mode in >= in is semidet.

:- func int + int = int.
:- mode in + in = uo is det.
:- mode uo + in = in is det.
:- mode in + uo = in is det.
:- func int - int = int.
:- mode in - in = uo is det.
:- mode uo - in = in is det.
:- mode in - uo = in is det.
:- func int * int = int.
:- mode in * in = uo is det.
:- func + int = int.
:- mode + in = uo is det.
:- func - int = int.
:- mode - in = uo is det.
:- func int // int = int.
:- func int / int = int.
:- func int div int = int.
:- func int mod int = int.
:- func int rem int = int.
:- func unchecked_quotient(int, int) = int.
:- func unchecked_rem(int, int) = int.
:- func int ** int = int.
:- func int << int = int.
:- func int >> int = int.
:- func unchecked_left_shift(int, int) = int.
:- func unchecked_right_shift(int, int) = int.
:- func int /\ int = int.
:- func int \/ int = int.
:- func xor(int, int) = int.
:- mode xor(in, in) = uo is det.
:- mode xor(in, uo) = in is det.
:- mode xor(uo, in) = in is det.
:- func \ int = int.

:- func plus(int, int) = int.
:- func minus(int, int) = int.
:- func times(int, int) = int.
:- func abs(int) = int.
:- func unchecked_abs(int) = int.
:- func nabs(int) = int.
:- func max(int, int) = int.
:- func min(int, int) = int.
:- func pow(int, int) = int.
:- func log2(int) = int.
:- func even_or_odd(int) = int.
:- func max_int = int.
:- func min_int = int.
:- func bits_per_int = int.

:- pred even(int::in) is semidet.
:- pred odd(int::in) is semidet.
:- pred abs(int::in, int::out) is det.
:- pred max(int::in, int::in, int::out) is det.
:- pred min(int::in, int::in, int::out) is det.
:- pred pow(int::in, int::in, int::out) is det.
:- pred log2(int::in, int::out) is det.
:- pred max_int(int::out) is det.
:- pred min_int(int::out) is det.
:- pred bits_per_int(int::out) is det.

:- pred nondet_int_in_range(int::in, int::in, int::out) is nondet.
:- pred all_true_in_range(pred(int)::in(pred(in) is semidet), int::in, int::in) is semidet.

:- pred fold_up(pred(int, A, A), int, int, A, A).
:- mode fold_up(pred(in, in, out) is det, in, in, in, out) is det.
:- mode fold_up(pred(in, mdi, muo) is det, in, in, mdi, muo) is det.
:- mode fold_up(pred(in, di, uo) is det, in, in, di, uo) is det.
:- mode fold_up(pred(in, in, out) is semidet, in, in, in, out) is semidet.
:- mode fold_up(pred(in, in, out) is nondet, in, in, in, out) is nondet.
:- pred fold_down(pred(int, A, A), int, int, A, A).
:- mode fold_down(pred(in, in, out) is det, in, in, in, out) is det.
:- mode fold_down(pred(in, di, uo) is det, in, in, di, uo) is det.
:- mode fold_down(pred(in, in, out) is semidet, in, in, in, out) is semidet.
:- func fold_up(func(int, A) = A, int, int, A) = A.
:- func fold_down(func(int, A) = A, int, int, A) = A.
:- pred fold_up2(pred(int, A, A, B, B), int, int, A, A, B, B).
:- mode fold_up2(pred(in, in, out, in, out) is det, in, in, in, out, in, out) is det.
:- mode fold_up2(pred(in, in, out, di, uo) is det, in, in, in, out, di, uo) is det.
:- mode fold_up2(pred(in, in, out, in, out) is semidet, in, in, in, out, in, out) is semidet.
:- pred fold_down2(pred(int, A, A, B, B), int, int, A, A, B, B).
:- mode fold_down2(pred(in, in, out, in, out) is det, in, in, in, out, in, out) is det.
:- mode fold_down2(pred(in, in, out, di, uo) is det, in, in, in, out, di, uo) is det.
:- pred fold_up3(pred(int, A, A, B, B, C, C), int, int, A, A, B, B, C, C).
:- mode fold_up3(pred(in, in, out, in, out, in, out) is det, in, in, in, out, in, out, in, out) is det.
:- mode fold_up3(pred(in, in, out, in, out, di, uo) is det, in, in, in, out, in, out, di, uo) is det.

:- func range(int, int) = list(int).

:- implementation.
:- import_module exception, math.

:- pragma glassbox_builtin([
    pred((<)/2), pred((>)/2), pred((=<)/2), pred((>=)/2),
    func((+)/2), func((-)/2), func((*)/2), func((-)/1),
    func((//)/2), func((div)/2), func((mod)/2), func((rem)/2),
    func(unchecked_left_shift/2), func(unchecked_right_shift/2),
    func((/\)/2), func((\/)/2), func(xor/2), func((\)/1),
    func(max_int/0), func(min_int/0), func(bits_per_int/0)
]).

+ X = X.
X / Y = X // Y.
unchecked_quotient(X, Y) = X // Y.
unchecked_rem(X, Y) = X rem Y.
X ** Y = pow(X, Y).

X << Y = Z :-
    ( if 0 =< Y, Y < bits_per_int then
        Z = unchecked_left_shift(X, Y)
    else
        throw(domain_error("int.(<<): second operand is out of range"))
    ).
X >> Y = Z :-
    ( if 0 =< Y, Y < bits_per_int then
        Z = unchecked_right_shift(X, Y)
    else
        throw(domain_error("int.(>>): second operand is out of range"))
    ).

plus(X, Y) = X + Y.
minus(X, Y) = X - Y.
times(X, Y) = X * Y.

abs(X) = ( if X < 0 then -X else X ).
unchecked_abs(X) = ( if X < 0 then -X else X ).
nabs(X) = ( if X > 0 then -X else X ).
max(X, Y) = ( if X > Y then X else Y ).
min(X, Y) = ( if X < Y then X else Y ).

pow(X, Y) = Z :-
    ( if Y < 0 then
        throw(domain_error("int.pow: the exponent is negative"))
    else
        Z = power(X, Y, 1)
    ).

:- func power(int, int, int) = int.

power(X, Y, Acc) =
    ( if Y = 0 then
        Acc
    else if Y /\ 1 = 1 then
        power(X, Y - 1, Acc * X)
    else
        power(X * X, Y // 2, Acc)
    ).

log2(X) = L :-
    ( if X =< 0 then
        throw(domain_error("int.log2: the argument is not positive"))
    else
        L = log_up(X, 0)
    ).

:- func log_up(int, int) = int.

log_up(X, Acc) = ( if X = 1 then Acc else log_up((X + 1) // 2, Acc + 1) ).

even_or_odd(X) = X /\ 1.

even(X) :-
    X /\ 1 = 0.
odd(X) :-
    X /\ 1 = 1.

abs(X, abs(X)).
max(X, Y, max(X, Y)).
min(X, Y, min(X, Y)).
pow(X, Y, pow(X, Y)).
log2(X, log2(X)).
max_int(max_int).
min_int(min_int).
bits_per_int(bits_per_int).

nondet_int_in_range(Low, High, X) :-
    Low =< High,
    (
        X = Low
    ;
        nondet_int_in_range(Low + 1, High, X)
    ).

all_true_in_range(P, Low, High) :-
    ( if Low =< High then
        P(Low),
        all_true_in_range(P, Low + 1, High)
    else
        true
    ).

fold_up(P, Low, High, !A) :-
    ( if Low =< High then
        P(Low, !A),
        fold_up(P, Low + 1, High, !A)
    else
        true
    ).

fold_down(P, Low, High, !A) :-
    ( if Low =< High then
        P(High, !A),
        fold_down(P, Low, High - 1, !A)
    else
        true
    ).

fold_up(F, Low, High, A) = ( if Low =< High then fold_up(F, Low + 1, High, F(Low, A)) else A ).
fold_down(F, Low, High, A) = ( if Low =< High then fold_down(F, Low, High - 1, F(High, A)) else A ).

fold_up2(P, Low, High, !A, !B) :-
    ( if Low =< High then
        P(Low, !A, !B),
        fold_up2(P, Low + 1, High, !A, !B)
    else
        true
    ).

fold_down2(P, Low, High, !A, !B) :-
    ( if Low =< High then
        P(High, !A, !B),
        fold_down2(P, Low, High - 1, !A, !B)
    else
        true
    ).

fold_up3(P, Low, High, !A, !B, !C) :-
    ( if Low =< High then
        P(Low, !A, !B, !C),
        fold_up3(P, Low + 1, High, !A, !B, !C)
    else
        true
    ).

range(Low, High) = ( if Low =< High then [Low | range(Low + 1, High)] else [] ).
