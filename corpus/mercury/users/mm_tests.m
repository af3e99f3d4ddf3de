:- import_module mm.
test(x1, [nxt(r, N)], [true(N = g)]).
test(x2, [nxt(g, N)], [true(N = r)]).
test(x3, [nxt(N, g)], [true(N = r)]).
test(x4, [nxt(N, r)], [true(N = g)]).
