:- import_module expr.
:- import_module int, list, map, maybe, string.
test(tok, [tokenize("1 + ab_2", Ts)], [true(Ts = [t_num(1), t_op('+'), t_id("ab_2")])]).
test(tok_bad, [tokenize("1 $ 2", _Ts)], [failure]).
test(prec, [parse("1+2*3", E)], [true(E = bin(plus, num(1), bin(times, num(2), num(3))))]).
test(left, [R = calc("10 - 3 - 2")], [true(R = ok(5))]).
test(right, [R = calc("2 ^ 3 ^ 2")], [true(R = ok(512))]).
test(let1, [R = calc("let x = 4 in x * (x + 1)")], [true(R = ok(20))]).
test(div0, [R = calc("1 / (2 - 2)")], [true(R = error("division by zero"))]).
test(trunc, [R = calc("-7 / 2")], [true(R = ok(-3))]).
test(unb, [R = calc("y + 1")], [true(R = error("unbound variable `y'"))]).
test(syn, [R = calc("(1 + 2")], [true(R = error("syntax error"))]).
test(show1, [parse("a*(b-1)", E)], [true(show(E) = "(a * (b - 1))")]).
test(simp, [parse("0 + 1 * x + (2 * 3)", E)], [true(simplify(E) = bin(plus, var("x"), num(6)))]).
test(mulop_rev, [mul_op(C, divide)], [true(C = '/')]).
test(negs, [S = simplify(neg(neg(var("q"))))], [true(S = var("q"))]).
test(wrong, [R = calc("7 / 2")], [true(R = ok(4))]).
