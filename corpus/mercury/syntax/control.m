% All goals that the language has, one after the other.
:- module control.
:- interface.

:- pred all_goals(int::in, int::out) is nondet.

:- implementation.
:- import_module int, list, solutions.

all_goals(X, Y) :-
    true,
    not X = 3,
    \+ fail,
    \+ (X = 4, Y = 5),
    some [A, B] (A = X + 1, B = A, Y = B),
    all [C] (member(C, [1, 2]) => C < 3),
    ( X > 0 <=> Y > 0 ),
    ( Y > 1 <= X > 1 ),
    X \= Y,
    ( X = 1 ; X = 2, Y = 3 ; ( X = 5 ; X = 6 ) ),
    ( if X = 1 then Y = 1 else if some [D] (D = X - 1, D > 0) then Y = D else Y = 0 ),
    ( X = 1 -> Y = 1 ; X = 2 -> Y = 2 ; Y = 0 ),
    ( X = 9 ; X < 5 -> true ; false ),
    Z = ( if X > 0 then X else -X ),
    W = ( X > 10 -> "big" ; X > 5 -> "middle" ; "small" ),
    solutions((pred(S::out) is nondet :- member(S, [Z, 1])), Ss),
    list.length(Ss) = L,
    L >= 0, W = _,
    disable_warnings [singleton_vars, suspected_occurs_check_failure] (
        P = X,
        P = P
    ),
    require_det ( Q = 1 ),
    require_complete_switch [X] ( X = 1, Q = 1 ; X = 2 ),
    require_switch_arms_semidet [X] ( X = 1 ; X = 2 ),
    not (some [E] E = 2).

% What is not supported keeps its name and its place.
:- pred unsupported(int::in, int::out) is det.

unsupported(X, Y) :-
    promise_equivalent_solution_sets [Y] ( Y = X ; Y = X ),
    trace [compile_time(flag("debug")), io(!IO)] ( io.write_int(X, !IO) ),
    ( try [] p(X, Y) then true else fail catch E -> throw(E) catch_any _ -> Y = 0 ),
    ( a(X) & b(Y) ),
    event checked(X).

% Promises: one of several solutions that are all the same, and no effect.
:- pred promises(int::in, int::out) is det.

promises(X, Z) :-
    promise_equivalent_solutions [Y] ( Y = X ; Y = X ),
    promise_pure ( Z = Y ).
