% Tests that can be read, but not checked. One is right.
:- import_module family.
test(no_predicate, [foo(1)], [success]).
test(no_arity, [parent("a")], [success]).
test(wrong_type, [parent("a", X)], [true(X = 1)]).
test(wrong_type_of_argument, [positive("a", _)], [failure]).
test(wrong_type_said, [positive(1, X)], [type(X, string)]).
test(no_type, [positive(1, X)], [type(X, strange)]).
test(no_mode, [positive(X, 1)], [success]).
test(not_bound, [not positive(1, X)], [true(X = 2)]).
test(one_branch, [(X = 1, Y = 2 ; Y = 3)], [true(X = 1)]).
test(not_kept, [positive(1, _X)], [true(_X = 2)]).
test(assertion_needs_more, [positive(1, X)], [true(X > Y)]).
test(assertion_unknown, [positive(1, X)], [all_true(bar(X))]).
test(right, [positive(1, X)], [true(X = 2)]).
test(type_of_nothing, [positive(1, X)], [type(Y, int), true(X = 2)]).
test(count_of_goal, [positive(1, N)], [solutions_cardinality(N)]).
test(count_is_int, [positive(1, _)], [solutions_cardinality(N), true(N = "one")]).
test(io_fails, [positive(1, X), greet("a", _, !IO)], [true(X = 2)]).
test(io_several, [parent("a", X), greet(X, _, !IO)], [success]).
test(state_unknown, [greet("a", _, !World)], [success]).
test(two_worlds, [greet("a", _, IO0, IO1), greet("b", _, IO2, IO3)], [success]).
test(no_module, [positive(1, X)], [import_module(nowhere), true(X = 2)]).
test(ambiguous, [init(X)], [success]).
test(not_supported, [event positive(1, X)], [true(X = 2)]).
test(differing, [positive(1, X)], [true(X = 2), true(X = "b")]).
