:- import_module poly.
:- import_module int, integer, list, float, string.
test(add, [P = poly([1, 2]) + poly([3, -2])], [true(P = poly([4]))]).
test(mul, [P = poly([1, 1]) * poly([-1, 1])], [true(P = poly([-1, 0, 1]))]).
test(ev, [Y = eval(poly([1, 0, 2]), 3)], [true(Y = 19)]).
test(dv, [P = derive(poly([5, 3, 1, 2]))], [true(P = poly([3, 2, 6]))]).
test(sh, [S = show(poly([1, -2, 0, 4]))], [true(S = "4x^3 + -2x + 1"), true(show(poly([])) = "0")]).
test(fa, [N = fact(25)], [true(integer.to_string(N) = "15511210043330985984000000")]).
test(fi, [N = fib(100)], [true(to_string(N) = "354224848179261915075")]).
test(ds, [S = digits_sum(fact(20))], [true(S = 54)]).
test(ro, [L = roots(poly([-6, 11, -6, 1]), -10, 10)], [true(L = [1, 2, 3])]).
test(co, [P = compose(poly([0, 0, 1]), poly([1, 1]))], [true(P = poly([1, 2, 1]))]).
test(sq, [R = newton_sqrt(2.0)], [true(float.abs(R * R - 2.0) < 1.0e-9)]).
