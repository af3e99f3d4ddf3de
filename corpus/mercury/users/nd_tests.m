:- import_module nd.
:- import_module int.
test(a, [big([1, 2, 3], Y)], [solutions_cardinality(2), true(1, Y = 2), true(2, Y = 3)]).
test(b, [big([1], Y)], [solutions_cardinality(1), true(Y = 0)]).
test(c, [once_big([1, 2, 3])], [solutions_cardinality(1)]).
test(d, [thr(1, _Y)], [exception]).
