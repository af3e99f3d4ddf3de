:- import_module cordlog.
:- import_module cord, list, string.
test(fl, [C = flatten(seq(text("a"), seq(nil, nest(3, text("b")))))], [true(cord.list(C) = ["a", "b"])]).
test(lay, [S = layout(brackets([text("x"), text("y")]))], [true(S = "[\n  x\n  y\n]")]).
test(lay0, [S = layout(brackets([]))], [true(S = "[]")]).
test(sl, [cordlog.split_last(cord.from_list([1, 2, 3]), C, X)], [true(X = 3), true(cord.list(C) = [1, 2])]).
test(sl0, [cordlog.split_last(cord.init, _, X)], [type(X, int), failure]).
test(il, [C = interleave(cord.from_list([1, 3, 5]), cord.from_list([2]))], [true(cord.list(C) = [1, 2, 3, 5]), true(cord.length(C) = 4)]).
test(eqc, [A = flatten(seq(text("p"), text("q")))], [true(cord.equal(A, cord.from_list(["p", "q"])))]).
