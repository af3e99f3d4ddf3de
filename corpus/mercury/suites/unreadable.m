% What is wrong with a file of tests; the tests `right` and `last` are not.
:- import_module family.
:- pred p(int).
test(right, [p], [success]).
test(two, [p]).
tset(three, [p], [success]).
test(X, [p], [success]).
test(four, p, [success]).
test(five, [p], success).
test(six, [p], [sucess]).
test(seven, [p], [true(1)]).
test(eight, [p(X)], [true(first, X = 1)]).
test(nine, [p(X)], [true(0, X = 1)]).
test(ten, [p], [limit(many)]).
test(eleven, [p], [limit(1), limit(2)]).
test(twelve, [p], [solutions_cardinality(few)]).
test(thirteen, [p], [type(x, int)]).
test(fourteen, [p, 1], [success]).
test(fifteen, [p(!IO)], [true(q(!.IO))]).
test(right, [q], [success]).
test(sixteen, [p], [X]).
test(seventeen, [p, [success]).
test(last, [p], [success]).
