:- import_module endless.
test(tail, [up(0, X)], [success]).
test(deep, [deep(0, X)], [success]).
test(solutions, [from(0, X)], [solutions_cardinality(3)]).
test(limited, [from(0, X)], [limit(3), solutions_cardinality(3), true(3, X = 2)]).
test(first, [from(7, X)], [true(X = 7)]).
test(fine, [fine(X)], [true(X = 1)]).
