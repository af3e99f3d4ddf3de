%! run puzzle_tests.m
:- module puzzle.
:- interface.
:- import_module list, int, string, pair.
:- pred send_more(list(int)::out) is nondet.
:- pred farmer(list(string)::out) is nondet.
:- pred pythag(int::in, {int, int, int}::out) is nondet.
:- func hanoi(int) = list(pair(string, string)).
:- pred change(int::in, list(int)::in, list(int)::out) is nondet.
:- pred zebra_owner(string::out) is nondet.
:- func min_coins(int, list(int)) = int is semidet.
:- pred subset_sum(list(int)::in, int::in, list(int)::out) is nondet.
:- pred any_pythag(int::in, {int, int, int}::out) is cc_nondet.
:- implementation.
:- import_module solutions, set.

:- pred pick(T::out, list(T)::in, list(T)::out) is nondet.
pick(X, [X | Xs], Xs).
pick(X, [Y | Ys], [Y | Zs]) :- pick(X, Ys, Zs).

send_more([O, N, E]) :-   % ON + ON = EE..: two-digit toy
    pick(O, 1 .. 9, L1),
    pick(N, [0 | L1], L2),
    pick(E, L2, _),
    E \= 0,
    2 * (10 * O + N) = 11 * E.

pythag(Max, {A, B, C}) :-
    int.nondet_int_in_range(1, Max, A),
    int.nondet_int_in_range(A, Max, B),
    int.nondet_int_in_range(B, Max, C),
    A * A + B * B = C * C.

any_pythag(Max, T) :- pythag(Max, T).

hanoi(N) = move(N, "a", "b", "c").
:- func move(int, string, string, string) = list(pair(string, string)).
move(N, From, To, Via) =
    ( if N = 0 then []
    else move(N - 1, From, Via, To) ++ [From - To | move(N - 1, Via, To, From)]
    ).

change(0, _, []).
change(Amount, Coins, [C | Rest]) :-
    Amount > 0,
    Coins = [C0 | Cs],
    (
        C = C0,
        C0 =< Amount,
        change(Amount - C0, Coins, Rest)
    ;
        change(Amount, Cs, [C | Rest])
    ).

min_coins(Amount, Coins) = Min :-
    solutions((pred(N::out) is nondet :- change(Amount, Coins, L), N = list.length(L)), [Min | _]).

subset_sum([], 0, []).
subset_sum([X | Xs], Sum, Ys) :-
    (
        X =< Sum,
        subset_sum(Xs, Sum - X, Ys0),
        Ys = [X | Ys0]
    ;
        subset_sum(Xs, Sum, Ys)
    ).

:- type side ---> l ; r.
:- type st ---> st(side, side, side, side).   % farmer wolf goat cabbage
:- pred unsafe(st::in) is semidet.
unsafe(st(F, W, G, C)) :-
    ( F \= G, ( W = G ; G = C ) ).

:- pred opp(side, side).
:- mode opp(in, out) is det.
opp(l, r).
opp(r, l).

:- pred cross(st::in, st::out, string::out) is multi.
cross(st(F0, W, G, C), st(F, W, G, C), "alone") :- opp(F0, F).
cross(st(X, X, G, C), st(Y, Y, G, C), "wolf") :- opp(X, Y).
cross(st(X, W, X, C), st(Y, W, Y, C), "goat") :- opp(X, Y).
cross(st(X, W, G, X), st(Y, W, G, Y), "cabbage") :- opp(X, Y).

farmer(Moves) :- trip(st(l, l, l, l), set.make_singleton_set(st(l, l, l, l)), Moves).

:- pred trip(st::in, set(st)::in, list(string)::out) is nondet.
trip(S0, Seen, Moves) :-
    ( if S0 = st(r, r, r, r) then
        Moves = []
    else
        cross(S0, S, M),
        not unsafe(S),
        not member(S, Seen),
        trip(S, set.insert(Seen, S), Ms),
        Moves = [M | Ms]
    ).

:- type house ---> house(colour :: string, nation :: string, pet :: string).
zebra_owner(Owner) :-
    pick(C1, ["red", "green", "blue"], Cs), pick(C2, Cs, [C3]),
    pick(N1, ["english", "spanish", "japanese"], Ns), pick(N2, Ns, [N3]),
    pick(P1, ["snail", "jaguar", "zebra"], Ps), pick(P2, Ps, [P3]),
    Houses = [house(C1, N1, P1), house(C2, N2, P2), house(C3, N3, P3)],
    list.member(house("red", "english", _), Houses),
    list.member(house(_, "spanish", "jaguar"), Houses),
    right_of(house(_, "japanese", _), house(_, _, "snail"), Houses),
    right_of(house(_, SnailN, "snail"), house("blue", BlueN, _), Houses),
    SnailN \= BlueN,
    list.member(Z, Houses), Z ^ pet = "zebra", Owner = Z ^ nation.

:- pred right_of(house, house, list(house)).
:- mode right_of(out, out, in) is nondet.
right_of(R, L, [L, R | _]).
right_of(R, L, [_ | Hs]) :- right_of(R, L, Hs).
