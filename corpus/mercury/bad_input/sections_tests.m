:- import_module sections.
test(t1, [twice(1, X)], [true(X = 2)]).
