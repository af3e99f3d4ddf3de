:- import_module fqueue.
:- import_module list.
:- import_module maybe.
test(empty1, [is_empty(empty:fqueue(int))], [success]).
test(put2, [put(1, empty, Q1), put(2, Q1, Q)], [true(to_list(Q) = [1, 2]), true(Q ^ fq_size = 2)]).
test(get_none, [get(_X, empty:fqueue(int), _)], [failure]).
test(get_back, [put(a, empty, Q1), put(b, Q1, Q2), get(X, Q2, Q3)], [type(X, string), exception]).
test(get_back2, [put("a", empty, Q1), put("b", Q1, Q2), get(X, Q2, Q3)], [true(X = "a"), true(Q3 = fqueue(1, ["b"], []))]).
test(peek1, [M = peek(from_list([7, 8]))], [true(M = yes(7))]).
test(peek0, [M = peek(empty)], [type(M, maybe(string)), true(M = no)]).
test(rot, [rotate(2, from_list([1, 2, 3]), Q)], [true(to_list(Q) = [3, 1, 2])]).
test(rot0, [rotate(5, empty, Q)], [type(Q, fqueue(int)), true(is_empty(Q))]).
test(jos, [L = josephus(7, 3)], [true(L = [3, 6, 2, 7, 5, 1, 4])]).
test(wrong_jos, [L = josephus(3, 1)], [true(L = [1, 3, 2])]).
