:- import_module trie.
:- import_module map, maybe, list, string.
test(one, [insert("to", 1, init, T), lookup(T, "to", V)], [true(V = 1)]).
test(nope, [insert("to", 1, init, T), lookup(T, "t", _V)], [failure]).
test(pre, [insert("tea", 3, init, T1), insert("ten", 4, T1, T2), insert("in", 5, T2, T3), with_prefix(T3, "te", W, V)],
  [solutions_cardinality(N), true(N = 2), true(1, W = "tea"), true(2, V = 4), all_true(string.length(W) = 3), some_true(V = 3)]).
test(words, [insert("b", 1, init, T1), insert("a", 1, T1, T2), insert("ab", 1, T2, T3)], [true(words(T3) = ["a", "ab", "b"])]).
test(longest, [insert("1", "one", init, T1), insert("123", "many", T1, T2)], [true(longest_prefix(T2, "1299") = yes("one")), true(longest_prefix(T2, "12345") = yes("many")), true(longest_prefix(T2, "9") = no)]).
test(over, [insert("k", 1, init, T1), insert("k", 2, T1, T2), lookup(T2, "k", V)], [true(V = 2)]).
test(empty, [with_prefix(init, "", _, V)], [type(V, int), failure]).
test(wrong_count, [insert("x", 1, init, T), with_prefix(T, "", W, _)], [solutions_cardinality(2)]).
