:- import_module cv.
:- import_module list.
test(a1, [add3([1, 2], [10, 20], Z)], [true(Z = [11, 22])]).
test(a2, [add3([1], [], _Z)], [failure]).
test(s1, [sub([1, 2], S)], [solutions_cardinality(4)]).
test(g1, [grade(95, G)], [true(G = "A")]).
test(g2, [grade(60, G)], [true(G = "B")]).
test(n1, [none_neg([1, -1])], [failure]).
test(n2, [none_neg([1, 2])], [success]).
test(x1, [nxt(g, N)], [true(N = b)]).
test(x2, [nxt(P, r)], [true(P = b)]).
