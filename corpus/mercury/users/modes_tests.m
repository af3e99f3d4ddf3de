:- import_module modes.
:- import_module list, int.
test(add1, [add(nat(2), nat(3), S)], [true(value(S) = 5)]).
test(sub, [add(nat(2), D, nat(5))], [true(D = s(s(s(z))))]).
test(subneg, [add(nat(5), _D, nat(2))], [failure]).
test(splits, [add(A, B, nat(3))], [solutions_cardinality(4), true(1, A = z), true(4, B = z), all_true(value(A) + value(B) = 3)]).
test(code_in, [code(blue, N)], [true(N = 4)]).
test(code_out, [code(C, 2)], [true(C = green)]).
test(code_no, [code(_C, 3)], [failure]).
test(code_all, [code(C, N)], [solutions_cardinality(3), some_true((C = blue, N = 4)), true(2, C = green)]).
test(appn, [app(X, Y, [1, 2])], [solutions_cardinality(3), true(2, X = [1]), true(2, Y = [2])]).
test(appp, [app(X, [3], [1, 2, 3])], [true(X = [1, 2]), solutions_cardinality(1)]).
test(subl, [sublist([1, 2], S)], [solutions_cardinality(4), true(1, S = []), true(2, S = [2]), true(4, S = [1, 2])]).
test(lst, [modes.last([1, 2, 9], X)], [true(X = 9)]).
test(adj, [adjacent(green, B)], [solutions_cardinality(2), true(1, B = red), true(2, B = blue)]).
test(sp3, [split3([1, 2], {A, B, C})], [solutions_cardinality(6), some_true((A = [1], B = [], C = [2]))]).
test(neg, [N = nat(-1)], [exception]).
