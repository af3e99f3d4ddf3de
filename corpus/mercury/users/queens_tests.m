:- import_module queens.
:- import_module list, int.
test(four, [queens(4, Q)], [solutions_cardinality(2), some_true(Q = [2, 4, 1, 3]), some_true(Q = [3, 1, 4, 2]), all_true(list.length(Q, 4))]).
test(three, [queens(3, _Q)], [failure]).
test(cnt, [C = count(6)], [true(C = 4)]).
test(fst, [first(5, Q)], [true(Q = [1, 3, 5, 2, 4])]).
test(perms, [perm([1, 2, 3], P)], [solutions_cardinality(6), true(1, P = [1, 2, 3]), true(2, P = [2, 1, 3]), true(6, P = [3, 2, 1])]).
test(cc, [any_board(4, Q)], [true(Q = [3, 1, 4, 2] ; Q = [2, 4, 1, 3])]).
test(sum, [sum_of_firsts(4, S)], [true(S = 5)]).
test(brd, [L = board([2, 1])], [true(L = [".Q", "Q."])]).
test(zero, [queens(0, Q)], [true(Q = [])]).
test(lim, [perm(1 .. 8, P)], [limit(3), solutions_cardinality(N), true(N = 3)]).
test(wrong_some, [perm([1, 2], P)], [some_true(P = [1, 1])]).
test(wrong_all, [perm([1, 2], P)], [all_true(P = [1, 2])]).
