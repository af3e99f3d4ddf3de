:- import_module turing.
:- import_module list, set, map, string.
test(inc, [run_machine(make_delta(increment), set.make_singleton_set("done"), "seek", 0, tape_from_string("1011"), T, N)], [true(tape_to_string(T) = "1100"), true(N = 8)]).
test(carry, [run_machine(make_delta(increment), set.list_to_set(["done"]), "seek", 0, tape_from_string("11"), T, N)], [true(tape_to_string(T) = "100"), true(T = tape([], '1', ['0', '0', '_']))]).
test(stuck, [run_machine(make_delta(increment), set.init, "seek", 0, tape_from_string("2"), _T, _N)], [failure]).
test(sh, [shift(left, tape([], a, []), T)], [true(T = tape([], '_', ['a']))]).
test(sh2, [shift(right, tape([], a, ['b']), T)], [true(T = tape(['a'], 'b', []))]).
test(dup, [D = make_delta([trule("a", x, "a", x, stay), trule("a", x, "b", y, left)])], [exception]).
test(opp, [M = opposite(opposite(left))], [true(M = left)]).
test(allop, [list.member(M, [left, right, stay]), opposite(M) = M], [solutions_cardinality(1), true(M = stay)]).
