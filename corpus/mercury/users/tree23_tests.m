:- import_module tree23.
:- import_module list, int.
test(one, [insert(1, empty, T)], [true(T = two(1, empty, empty))]).
test(two, [T = from([1, 2])], [true(T = three(1, 2, empty, empty, empty))]).
test(three, [T = from([1, 2, 3])], [true(T = two(2, two(1, empty, empty), two(3, empty, empty)))]).
test(sorted, [T = from([5, 3, 8, 1, 4, 7, 9, 2, 6])], [true(elems(T) = 1 .. 9), true(depth(T) =< 3)]).
test(dup, [T = from(["a", "b", "a"])], [true(elems(T) = ["a", "b"])]).
test(has, [contains(from([5, 3, 8, 1]), 8)], []).
test(hasnt, [contains(from([5, 3, 8, 1]), 2)], [failure]).
test(gen, [elem(X, from([3, 1, 2, 4]))], [solutions_cardinality(4), true(1, X = 1), true(4, X = 4), all_true(X < 5)]).
test(none, [elem(X, from([]))], [type(X, string), failure]).
