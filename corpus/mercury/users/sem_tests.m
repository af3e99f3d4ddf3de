:- import_module sem.
:- import_module list, int, map, maybe, pair, string.
test(s1, [L = s1([1, 2, 4])], [true(L = [2, 4])]).
test(s1e, [L = s1([1, 3])], [true(L = [-1])]).
test(s2, [s2(20, X)], [true(X = 21)]).
test(s2e, [s2(3, X)], [true(X = 6)]).
test(s3, [s3(X, 20)], [true(X = 2)]).
test(s3b, [s3(X, 30)], [true(X = 3)]).
test(s4, [L = s4(["ccc", "a", "bb", "b"])], [true(L = ["a", "b", "bb", "ccc"])]).
test(s5, [s5([1, 2, 3, 4], E, O)], [true(E = [2, 4]), true(O = [1, 3])]).
test(s6, [s6(12, L)], [true(L = [1, 2, 3, 4, 6, 12])]).
test(s7, [S = s7(map.from_assoc_list(["b" - 2, "a" - 1]))], [true(S = "a1b2")]).
test(s8, [s8([3, 1, 2, 1], X)], [solutions_cardinality(2), all_true(X = 1)]).
test(s9, [s9([1, 9, 4, 6], P)], [solutions_cardinality(2), true(2, P = 4 - 6)]).
test(s10, [s10(15, S)], [true(S = "FizzBuzz")]).
test(s11, [s11(1, 3, C)], [true(C = 1)]).
test(s11b, [s11(5, 6, C)], [true(C = 3)]).
test(s11c, [s11(1, 9, C)], [true(C = 2)]).
test(s12, [s12([1, 5, 2], M)], [true(M = 5)]).
test(s12f, [s12([1, -5, 2], _M)], [failure]).
test(s13, [X = s13(7, 3)], [true(X = 13)]).
test(s14, [s14(no, yes(1), S)], [true(S = "right")]).
test(s15, [s15([1, 2], P)], [true(P = [[1, 2], [1], [2], []])]).
test(s16, [s16(3, Y)], [true(Y = 13)]).
