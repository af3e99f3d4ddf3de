% Search with many solutions: queens, and a crossing of a river.
:- module puzzle.
:- interface.
:- import_module int, list.

:- pred queens(int::in, list(int)::out) is nondet.

:- type side ---> left ; right.
:- type state ---> state(farmer :: side, wolf :: side, goat :: side, cabbage :: side).

:- pred crossing(int::in, list(state)::out) is nondet.

:- implementation.
:- import_module solutions.

queens(N, Queens) :-
    Rows = 1 .. N,
    list.perm(Rows, Queens),
    safe(Queens).

:- pred safe(list(int)::in) is semidet.

safe([]).
safe([Q | Qs]) :-
    all [R, D] (
        attacked(Qs, 1, R, D)
    =>
        ( R \= Q + D, R \= Q - D )
    ),
    safe(Qs).

:- pred attacked(list(int)::in, int::in, int::out, int::out) is nondet.

attacked([R | _], D, R, D).
attacked([_ | Rs], D0, R, D) :-
    attacked(Rs, D0 + 1, R, D).

crossing(Limit, States) :-
    Start = state(left, left, left, left),
    walk(Limit, [Start], Reversed),
    list.reverse(Reversed, States).

:- pred walk(int::in, list(state)::in, list(state)::out) is nondet.

walk(Limit, !States) :-
    !.States = [State | _],
    ( if State = state(right, right, right, right) then
        true
    else
        Limit > 0,
        cross(State, Next),
        harmless(Next),
        not list.member(Next, !.States),
        !:States = [Next | !.States],
        walk(Limit - 1, !States)
    ).

:- pred cross(state::in, state::out) is multi.

cross(S, S ^ farmer := opposite(S ^ farmer)).
cross(S, S1 ^ wolf := F) :-
    F = opposite(S ^ farmer),
    S ^ wolf = S ^ farmer,
    S1 = S ^ farmer := F.
cross(S, S1 ^ goat := F) :-
    F = opposite(S ^ farmer),
    S ^ goat = S ^ farmer,
    S1 = S ^ farmer := F.
cross(S, S1 ^ cabbage := F) :-
    F = opposite(S ^ farmer),
    S ^ cabbage = S ^ farmer,
    S1 = S ^ farmer := F.

:- pred harmless(state::in) is semidet.

harmless(state(F, W, G, C)) :-
    ( W = G => F = G ),
    ( F = G <= G = C ).

:- func opposite(side) = side.

opposite(left) = right.
opposite(right) = left.
