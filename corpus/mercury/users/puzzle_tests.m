:- import_module puzzle.
:- import_module list, int, pair.
test(pyt, [pythag(13, T)], [solutions_cardinality(3), true(1, T = {3, 4, 5}), some_true(T = {5, 12, 13})]).
test(han, [L = hanoi(2)], [true(L = ["a" - "c", "a" - "b", "c" - "b"]), true(list.length(hanoi(6)) = 63)]).
test(chg, [change(10, [5, 2, 1], L)], [some_true(L = [5, 5]), all_true(list.foldl(int.plus, L, 0) = 10), solutions_cardinality(10)]).
test(mc, [N = min_coins(11, [5, 2, 1])], [true(N = 3)]).
test(mc0, [_N = min_coins(3, [2])], [failure]).
test(ss, [subset_sum([3, 1, 2], 3, S)], [solutions_cardinality(2), true(1, S = [3]), true(2, S = [1, 2])]).
test(far, [farmer(Ms)], [solutions_cardinality(2), all_true(list.length(Ms) = 7), all_true(Ms = ["goat" | _])]).
test(zeb, [zebra_owner(O)], [true(O = "japanese")]).
test(any, [any_pythag(5, T)], [true(T = {3, 4, 5})]).
test(nopy, [any_pythag(4, _T)], [failure]).
test(toy, [send_more(L)], [failure]).
