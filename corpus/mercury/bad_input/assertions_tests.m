:- import_module assertions.
test(right, [first([1, 2], X)], [true(X = 1)]).
test(unknown, [first([1, 2], X)], [sucess, true(X = 1)]).
test(also_unknown, [first([], _)], [failure, solutions_count(0)]).
test(wrong, [first([1, 2], X)], [true(X = 2)]).
