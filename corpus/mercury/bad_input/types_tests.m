:- import_module types.
test(type, [len("abc", N)], [success]).
test(mode, [len(L, 3)], [success]).
test(unbound, [len([1], N)], [true(M > N)]).
test(arity, [len([1], N, M)], [success]).
test(function, [X = add(1, 2)], [true(X = 3)]).
test(function_arity, [X = add(1)], [success]).
test(assertion, [X = add(1, 2)], [true(X = "3")]).
test(nobody, [len([1], N)], [true(no_such(N))]).
test(other_module, [nowhere.len([1], N)], [success]).
test(fine, [len([1, 2], N)], [true(N = 2)]).
