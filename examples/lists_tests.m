:- import_module lists.
test(first, [member(1, [1, 2])], []).
test(none, [member(3, [1, 2])], [failure]).
test(each, [member(X, [1, 2, 3])], [solutions_cardinality(3), all_true(X < 4)]).
test(two, [reverse([1, 2], L)], [true(L = [2, 1])]).
