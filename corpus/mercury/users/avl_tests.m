:- import_module avl.
:- import_module list, int, pair.
test(ins_new, [insert(1, "a", init, T)], [true(T = node(nil, 1, "a", 1, nil))]).
test(ins_dup, [insert(1, "a", from_assoc_list([1 - "x"]), _)], [failure]).
test(rot_right, [T = from_assoc_list([1 - a(1), 2 - a(2)])], [exception]).
test(rot_left, [T = from_assoc_list([1 - "a", 2 - "b", 3 - "c"])], [true(T = node(node(nil, 1, "a", 1, nil), 2, "b", 2, node(nil, 3, "c", 1, nil)))]).
test(rot_lr, [T = from_assoc_list([3 - "c", 1 - "a", 2 - "b"])], [true(T = node(node(nil, 1, "a", 1, nil), 2, "b", 2, node(nil, 3, "c", 1, nil)))]).
test(rot_rl, [T = from_assoc_list([1 - "a", 3 - "c", 2 - "b"])], [true(height(T) = 2), true(balanced(T))]).
test(members, [member(from_assoc_list([2 - "b", 1 - "a", 3 - "c"]), K, V)], [solutions_cardinality(3), true(1, K = 1), true(3, V = "c"), all_true(K > 0)]).
test(fold, [S = foldl(func(K, V, A) = A + K * V, from_assoc_list([1 - 10, 2 - 20]), 0)], [true(S = 50)]).
test(many, [T = from_assoc_list(list.map(func(I) = I - I, 1 .. 100))], [true(balanced(T)), true(height(T) = 7), true(size(T) = 100)]).
test(del, [delete(2, from_assoc_list([1 - "a", 2 - "b", 3 - "c", 4 - "d"]), T)], [true(to_assoc_list(T) = [1 - "a", 3 - "c", 4 - "d"]), true(balanced(T))]).
test(del_none, [delete(9, from_assoc_list([1 - "a"]), T)], [true(size(T) = 1)]).
test(search_no, [search(from_assoc_list([1 - "a"]), 2, _)], [failure]).
test(wrong, [search(from_assoc_list([1 - "a"]), 1, V)], [true(V = "b")]).
