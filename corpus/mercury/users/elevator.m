%! run elevator_tests.m
:- module elevator.
:- interface.
:- import_module int, list, string, bool, io.
:- type door ---> open ; closed.
:- type dir ---> up ; down ; idle.
:- type lift ---> lift(floor :: int, dir :: dir, door :: door, calls :: list(int)).
:- type input ---> call(int) ; tick ; obstruct ; reset.
:- func start = lift.
:- pred step(input::in, lift::in, lift::out) is det.
:- pred run(list(input)::in, lift::in, lift::out, list(string)::out) is det.
:- pred can_move(lift::in) is semidet.
:- pred transition(dir, door, dir).
:- mode transition(in, in, out) is semidet.
:- mode transition(in, out, out) is multi.
:- pred report(lift::in, io::di, io::uo) is det.
:- func is_busy(lift) = bool.
:- implementation.
start = lift(0, idle, closed, []).

step(call(N), !L) :-
    ( if list.member(N, !.L ^ calls) then
        true
    else if N = !.L ^ floor, !.L ^ door = open then
        true
    else
        !L ^ calls := !.L ^ calls ++ [N]
    ).
step(tick, !L) :-
    Door = !.L ^ door,
    Calls = !.L ^ calls,
    ( Door = open,
        !L ^ door := closed
    ; Door = closed,
        ( Calls = [],
            !L ^ dir := idle
        ; Calls = [Target | Rest],
            Floor = !.L ^ floor,
            compare(Cmp, Target, Floor),
            ( Cmp = (=),
                !:L = ((!.L ^ door := open) ^ calls := Rest)
            ; Cmp = (<),
                !L ^ floor := Floor - 1,
                !L ^ dir := down
            ; Cmp = (>),
                !L ^ floor := Floor + 1,
                !L ^ dir := up
            )
        )
    ).
step(obstruct, !L) :-
    ( if !.L ^ dir = idle ; !.L ^ door = open then
        !L ^ door := open
    else
        true
    ).
step(reset, _, start).

run([], !L, []).
run([I | Is], !L, [Text | Texts]) :-
    step(I, !L),
    Text = string.format("%d%s", [i(!.L ^ floor), s(( !.L ^ door = open -> "o" ; "c" ))]),
    run(Is, !L, Texts).

can_move(L) :- L ^ door = closed, not L ^ calls = [].

transition(idle, closed, up).
transition(idle, open, idle).
transition(up, closed, up).
transition(up, open, idle).
transition(down, closed, down).
transition(down, open, idle).

report(L, !IO) :-
    io.write_string("floor ", !IO),
    io.print(L ^ floor, !IO),
    ( if is_busy(L) = yes then
        io.write_string(" busy: ", !IO),
        io.write_list(L ^ calls, ", ", io.write_int, !IO)
    else
        true
    ),
    io.nl(!IO).

is_busy(L) = ( if L ^ calls = [] then no else yes ).
