% Examples 3.1, 3.2 and 3.3 of the thesis.
:- import_module family, list.
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
