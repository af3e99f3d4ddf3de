:- import_module matrix.
:- import_module list, float, string.
test(mul, [M = from_lists([[1.0, 2.0], [3.0, 4.0]]) * from_lists([[0.0, 1.0], [1.0, 0.0]])], [true(to_lists(M) = [[2.0, 1.0], [4.0, 3.0]])]).
test(tr, [M = transpose(from_lists([[1.0, 2.0, 3.0]]))], [true(to_lists(M) = [[1.0], [2.0], [3.0]])]).
test(fib, [M = power(from_lists([[1.0, 1.0], [1.0, 0.0]]), 10)], [true(elem(M, 0, 0) = 89.0)]).
test(mism, [M = from_lists([[1.0]]) * from_lists([[1.0], [2.0]])], [exception]).
test(ragged, [M = from_lists([[1.0], [1.0, 2.0]])], [exception]).
test(det3, [D = determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]])], [true(D = 18)]).
test(det0, [D = determinant([])], [true(D = 1)]).
test(show, [S = show(from_lists([[1.0, -2.5], [100.25, 0.0]]))], [true(S = "  1.00  -2.50\n100.25   0.00")]).
test(trace, [X = trace(identity(4))], [true(X = 4.0)]).
test(sym, [symmetric(from_lists([[1.0, 2.0], [2.0, 5.0]]))], [success]).
test(nsym, [symmetric(from_lists([[1.0, 2.0], [3.0, 5.0]]))], [failure]).
test(oob, [X = elem(identity(2), 2, 0)], [exception]).
test(wrong_mism, [M = from_lists([[1.0]]) * from_lists([[1.0], [2.0]])], [true(trace(M) = 1.0)]).
