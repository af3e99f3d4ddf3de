:- import_module life.
:- import_module list, set, string.
test(parse, [W = parse_world(".#\n#.")], [true(set.to_sorted_list(W) = [{0, 1}, {1, 0}])]).
test(blinker, [W = step(parse_world("...\n###\n..."))], [true(show(3, 3, W) = ".#.\n.#.\n.#.")]).
test(block, [still(parse_world("##\n##"))], [success]).
test(dies, [W = step(parse_world("#"))], [true(set.is_empty(W))]).
test(gens, [Ws = generations(2, parse_world("...\n###\n..."))], [true((Ws = [A, _, C], A = C)), true(list.length(Ws) = 3)]).
test(nstill, [still(parse_world("###"))], [failure]).
test(neigh, [L = neighbours({0, 0})], [true(list.length(L) = 8), true(not list.member({0, 0}, L))]).
