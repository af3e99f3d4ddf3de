%! run hof_tests.m
:- module hof.
:- interface.
:- import_module list, int, string, maybe, bool.
:- type rule_set ---> rule_set(name :: string, checks :: list(check)).
:- type check ---> check(string, pred(int)) ; neg(check).
:- inst check_inst ---> check(ground, pred(in) is semidet) ; neg(check_inst).
:- type pipeline == list(func(int) = int).

:- func compose(func(B) = C, func(A) = B) = (func(A) = C).
:- func run_pipeline(pipeline, int) = int.
:- func adders(list(int)) = pipeline.
:- func twice(func(T) = T, T) = T.
:- func iterate(int, func(T) = T, T) = T.
:- func curry2(func(A, B) = C, A, B) = C.
:- func flip(func(A, B) = C) = (func(B, A) = C).
:- pred partition_by(pred(T)::in(pred(in) is semidet), list(T)::in, list(T)::out, list(T)::out) is det.
:- func zip_with(func(A, B) = C, list(A), list(B)) = list(C).
:- func compose_all(list(func(T) = T)) = (func(T) = T).
:- pred exists(pred(T)::in(pred(in) is semidet), list(T)::in) is semidet.
:- func group_by(func(T) = K, list(T)) = list({K, list(T)}).
:- func make_counter(int) = (func(int) = int).
:- func church(int) = ((func(func(int) = int) = (func(int) = int))).
:- func all_squares(list(int)) = list(int).
:- type step ---> step(pred(int::in, int::out) is det).
:- pred apply_all(list(step)::in, int::in, list(int)::out) is det.
:- implementation.
:- import_module map, solutions, std_util.

compose(F, G) = (func(X) = F(G(X))).

run_pipeline(Fs, X) = list.foldl(func(F, A) = F(A), Fs, X).

adders(Ns) = list.map(func(N) = int.plus(N), Ns).

twice(F, X) = F(F(X)).

iterate(N, F, X) = ( if N =< 0 then X else iterate(N - 1, F, F(X)) ).

curry2(F, A, B) = G(B) :- G = (func(Y) = F(A, Y)).

flip(F) = (func(B, A) = F(A, B)).

partition_by(_, [], [], []).
partition_by(P, [X | Xs], Ins, Outs) :-
    partition_by(P, Xs, Ins0, Outs0),
    ( if P(X) then
        Ins = [X | Ins0], Outs = Outs0
    else
        Ins = Ins0, Outs = [X | Outs0]
    ).

zip_with(F, As, Bs) =
    ( if As = [A | As1], Bs = [B | Bs1] then [F(A, B) | zip_with(F, As1, Bs1)] else [] ).

compose_all([]) = (func(X) = X).
compose_all([F | Fs]) = compose(F, compose_all(Fs)).

exists(P, Xs) :- some [X] ( list.member(X, Xs), call(P, X) ).

group_by(Key, Xs) = Groups :-
    list.foldl(
        (pred(X::in, !.M::in, !:M::out) is det :-
            K = Key(X),
            ( if map.search(!.M, K, Old) then
                map.set(K, Old ++ [X], !M)
            else
                map.set(K, [X], !M)
            )
        ), Xs, map.init, Map),
    map.foldr((func(K, V, L) = [{K, V} | L]), Map, []) = Groups.

make_counter(Step) = (func(X) = Y :- Y = X + Step).

church(N) = (func(F) = (func(X) = iterate(N, F, X))).

all_squares(Xs) = Ys :-
    Gen = (pred(Y::out) is nondet :- list.member(X, Xs), Y = X * X),
    solutions(Gen, Ys).

apply_all([], _, []).
apply_all([step(P) | Ps], X, [Y | Ys]) :-
    P(X, Y),
    apply_all(Ps, X, Ys).
