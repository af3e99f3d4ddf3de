:- import_module heap.
:- import_module list, int.
test(asc, [L = sort_with(ascending, [3, 1, 2, 1])], [true(L = [1, 1, 2, 3])]).
test(desc, [L = sort_with(descending, ["a", "c", "b"])], [true(L = ["c", "b", "a"])]).
test(byabs, [L = sort_with(func(A, B) = ascending(int.abs(A), int.abs(B)), [-3, 2, -1])], [true(L = [-1, 2, -3])]).
test(top, [top_n(2, [5, 9, 7], T)], [true(T = [9, 7])]).
test(top_more, [top_n(5, [1], T)], [true(T = [1])]).
test(pop_empty, [pop(X, new(ascending), _)], [type(X, int), failure]).
test(pop1, [push(4, new(ascending), H1), push(2, H1, H2), pop(X, H2, H3), pop(Y, H3, _)], [true(X = 2), true((Y = 4, X < Y))]).
test(shape, [push(4, new(ascending), H1), push(2, H1, H2)], [true(H2 = heap(_, node(1, 2, node(1, 4, empty, empty), empty)))]).
