:- import_module shift.
:- import_module int.
test(a, [N = l(1, 64)], [exception]).
test(b, [N = l(1, -1)], [exception]).
test(c, [N = r(1, 64)], [exception]).
test(d, [N = r(-8, 1)], [true(N = -4)]).
test(e, [N = p(2, -1)], [exception]).
