:- import_module examples.
test(t1, [reverse([1,2],L)], [true(L=[2,1])]).
test(t2, [member(X, [1, 3, 4, 2])],
        [limit(2), some_true(X>1)]).
test(t3, [member(X, [1, 2, 3, 4])],
        [solutions_cardinality(N), true(N>3),
         all_true(X<5)]).
test(t4, [append(L1,L2,[1,2,3])], [type(L2,list(int)),
    some_true((L1=[1,2],length(L2,1)))]).
test(t5, [append(L1,L2,[1,2,3])],
    [some_true((L1=[1,2],L2=[3]))]).
test(in_vain, [member(3, [1, 2])], [success]).
test(wrong_value, [reverse([1,2],L)], [true(L=[1,2])]).
test(thrown, [first([], X)], [true(X = 1)]).
test(throws, [first([], X)], [exception]).
test(third, [member(X, [5, 6])], [true(3, X = 7)]).
test(none, [member(X, [5, 6])], [some_true(X > 6)]).
test(many, [member(X, [5, 6])], [solutions_cardinality(3)]).
test(unknown, [no_such(X)], [success]).
test(arity, [reverse([1])], [success]).
