%! run life_tests.m
:- module life.
:- interface.
:- import_module list, set, string.
:- type cell == {int, int}.
:- type world == set(cell).
:- func parse_world(string) = world.
:- func step(world) = world.
:- func show(int, int, world) = string.
:- func generations(int, world) = list(world).
:- pred still(world::in) is semidet.
:- implementation.
:- import_module bag, int, solutions, char.

parse_world(S) = World :-
    Lines = string.split_at_char('\n', S),
    list.foldl2(
        (pred(Line::in, R::in, R + 1::out, W0::in, W::out) is det :-
            string.foldl2(
                (pred(Ch::in, C::in, C + 1::out, V0::in, V::out) is det :-
                    ( if Ch = '#' then set.insert({R, C}, V0, V) else V = V0 )),
                Line, 0, _, W0, W)
        ), Lines, 0, _, set.init, World).

:- func neighbours(cell) = list(cell).
neighbours({R, C}) = Ns :-
    solutions(
        (pred({R + DR, C + DC}::out) is nondet :-
            list.member(DR, [-1, 0, 1]),
            list.member(DC, [-1, 0, 1]),
            not ( DR = 0, DC = 0 )
        ), Ns).

step(W) = New :-
    Counts = set.fold(
        (func(Cell, B0) = list.foldl((func(N, B) = bag.insert(B, N)), neighbours(Cell), B0)),
        W, bag.init),
    New = set.list_to_set(list.filter(
        (pred(Cell::in) is semidet :-
            bag.count_value(Counts, Cell, K),
            ( K = 3 ; K = 2, set.member(Cell, W) )
        ), bag.to_list_without_duplicates(Counts))).

show(Rows, Cols, W) = string.join_list("\n", list.map(
    (func(R) = string.from_char_list(list.map(
        (func(C) = ( if set.member({R, C}, W) then '#' else '.' )),
        0 .. Cols - 1))),
    0 .. Rows - 1)).

generations(N, W) = ( if N = 0 then [W] else [W | generations(N - 1, step(W))] ).

still(W) :- set.equal(step(W), W).
