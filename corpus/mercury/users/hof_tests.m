:- import_module hof.
:- import_module list, int, string.
test(comp, [F = compose(func(X) = X * 2, func(X) = X + 1), Y = F(4)], [true(Y = 10)]).
test(pipe, [Y = run_pipeline(adders([1, 2, 3]), 10)], [true(Y = 16)]).
test(tw, [S = twice(string.append("ab"), "c")], [true(S = "ababc")]).
test(it, [N = iterate(10, func(X) = X * 2, 1)], [true(N = 1024)]).
test(cur, [N = curry2(int.minus, 10, 3)], [true(N = 7)]).
test(fl, [F = flip(int.minus)], [true(F(10, 3) = -7)]).
test(part, [partition_by(int.even, [1, 2, 3, 4], I, O)], [true(I = [2, 4]), true(O = [1, 3])]).
test(zip, [L = zip_with(func(A, B) = A ++ int_to_string(B), ["a", "b", "c"], [1, 2])], [true(L = ["a1", "b2"])]).
test(call, [F = compose_all([int.plus(1), int.times(2), int.plus(3)])], [true(F(1) = 9)]).
test(ex, [exists(pred(X::in) is semidet :- X > 3, [1, 2, 3])], [failure]).
test(grp, [G = group_by(func(X) = X mod 3, [1, 2, 3, 4, 6])], [true(G = [{0, [3, 6]}, {1, [1, 4]}, {2, [2]}])]).
test(ctr, [F = make_counter(5), X = F(F(1))], [true(X = 11)]).
test(chu, [F = church(3), G = F(func(X) = X + 7), Y = G(0)], [true(Y = 21)]).
test(sq, [L = all_squares([3, -1, 1, -3])], [true(L = [1, 9])]).
test(aall, [apply_all([step(pred(X::in, Y::out) is det :- Y = X + 1), step(pred(X::in, Y::out) is det :- Y = X * X)], 5, L)], [true(L = [6, 25])]).
