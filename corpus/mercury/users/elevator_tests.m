:- import_module elevator.
:- import_module list, bool.
test(calls, [step(call(2), start, L)], [true(L ^ calls = [2]), true(is_busy(L) = yes)]).
test(dup, [step(call(2), start, L0), step(call(2), L0, L)], [true(L = L0)]).
test(ride, [run([call(2), tick, tick, tick, tick], start, L, T)], [true(T = ["0c", "1c", "2c", "2o", "2c"]), true(L = lift(2, up, closed, []))]).
test(down, [run([tick, tick], lift(1, up, open, [0]), L, _)], [true(L = lift(0, down, closed, [0]))]).
test(idle, [step(tick, lift(3, up, closed, []), L)], [true(L ^ dir = idle)]).
test(obs, [step(obstruct, start, L)], [true(L ^ door = open)]).
test(obs2, [step(obstruct, lift(1, up, closed, [3]), L)], [true(L ^ door = closed)]).
test(cm, [can_move(start)], [failure]).
test(tr, [transition(up, open, D)], [true(D = idle)]).
test(trm, [transition(idle, Door, D)], [solutions_cardinality(2), true(1, Door = closed), true(2, D = idle)]).
test(rep, [report(lift(1, up, closed, [3, 4]), !IO)], []).
test(res, [step(reset, lift(1, up, closed, [3, 4]), L)], [true(L = start)]).
