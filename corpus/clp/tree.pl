% Binary search trees: insertion and three ways through.
%! generate -e 'ins(+,+,-)' --depth 3
%! generate -e 'depth(+,-)' --depth 3
ins(X, leaf, node(leaf, X, leaf)).
ins(X, node(L, Y, R), T) :-
    compare(Order, X, Y),
    ins(Order, X, L, Y, R, T).

ins(=, _, L, Y, R, node(L, Y, R)).
ins(<, X, L, Y, R, node(L1, Y, R)) :- ins(X, L, L1).
ins(>, X, L, Y, R, node(L, Y, R1)) :- ins(X, R, R1).

inorder(leaf) --> [].
inorder(node(L, X, R)) --> inorder(L), [X], inorder(R).

preorder(leaf) --> [].
preorder(node(L, X, R)) --> [X], preorder(L), preorder(R).

depth(leaf, 0).
depth(node(L, _, R), D) :- depth(L, DL), depth(R, DR), D is max(DL, DR) + 1.

%?- ins(2, leaf, T1), ins(1, T1, T2), ins(3, T2, T3), inorder(T3, L, []).
%?- depth(node(leaf,1,node(leaf,2,leaf)), D).
