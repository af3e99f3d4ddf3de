%! run avl_tests.m
% AVL trees as maps.
:- module avl.
:- interface.
:- import_module assoc_list.
:- import_module int.
:- import_module list.
:- import_module pair.

:- type avl(K, V)
    --->    nil
    ;       node(avl(K, V), K, V, int, avl(K, V)).

:- func init = avl(K, V).
:- func height(avl(K, V)) = int.
:- func size(avl(K, V)) = int.
:- pred insert(K::in, V::in, avl(K, V)::in, avl(K, V)::out) is semidet.
:- pred set(K::in, V::in, avl(K, V)::in, avl(K, V)::out) is det.
:- pred search(avl(K, V)::in, K::in, V::out) is semidet.
:- pred member(avl(K, V)::in, K::out, V::out) is nondet.
:- func to_assoc_list(avl(K, V)) = assoc_list(K, V).
:- func from_assoc_list(assoc_list(K, V)) = avl(K, V).
:- pred balanced(avl(K, V)::in) is semidet.
:- func foldl(func(K, V, A) = A, avl(K, V), A) = A.
:- pred delete(K::in, avl(K, V)::in, avl(K, V)::out) is det.

:- implementation.
:- import_module require.

init = nil.

height(nil) = 0.
height(node(_, _, _, H, _)) = H.

size(nil) = 0.
size(node(L, _, _, _, R)) = size(L) + 1 + size(R).

:- func mk(avl(K, V), K, V, avl(K, V)) = avl(K, V).

mk(L, K, V, R) = node(L, K, V, 1 + int.max(height(L), height(R)), R).

:- func balance(avl(K, V), K, V, avl(K, V)) = avl(K, V).

balance(L, K, V, R) = T :-
    HL = height(L),
    HR = height(R),
    ( if HL > HR + 1 then
        (
            L = nil,
            unexpected($pred, "left is nil")
        ;
            L = node(LL, LK, LV, _, LR),
            ( if height(LL) >= height(LR) then
                T = mk(LL, LK, LV, mk(LR, K, V, R))
            else if LR = node(LRL, LRK, LRV, _, LRR) then
                T = mk(mk(LL, LK, LV, LRL), LRK, LRV, mk(LRR, K, V, R))
            else
                unexpected($pred, "left-right is nil")
            )
        )
    else if HR > HL + 1 then
        (
            R = nil,
            unexpected($pred, "right is nil")
        ;
            R = node(RL, RK, RV, _, RR),
            ( if height(RR) >= height(RL) then
                T = mk(mk(L, K, V, RL), RK, RV, RR)
            else if RL = node(RLL, RLK, RLV, _, RLR) then
                T = mk(mk(L, K, V, RLL), RLK, RLV, mk(RLR, RK, RV, RR))
            else
                unexpected($pred, "right-left is nil")
            )
        )
    else
        T = mk(L, K, V, R)
    ).

insert(K, V, nil, node(nil, K, V, 1, nil)).
insert(K, V, node(L, K0, V0, _, R), T) :-
    compare(Res, K, K0),
    (
        Res = (<),
        insert(K, V, L, L1),
        T = balance(L1, K0, V0, R)
    ;
        Res = (>),
        insert(K, V, R, R1),
        T = balance(L, K0, V0, R1)
    ).

set(K, V, nil, node(nil, K, V, 1, nil)).
set(K, V, node(L, K0, V0, H, R), T) :-
    compare(Res, K, K0),
    (
        Res = (<),
        set(K, V, L, L1),
        T = balance(L1, K0, V0, R)
    ;
        Res = (=),
        T = node(L, K, V, H, R)
    ;
        Res = (>),
        set(K, V, R, R1),
        T = balance(L, K0, V0, R1)
    ).

search(node(L, K0, V0, _, R), K, V) :-
    compare(Res, K, K0),
    (
        Res = (=),
        V = V0
    ;
        Res = (<),
        search(L, K, V)
    ;
        Res = (>),
        search(R, K, V)
    ).

member(node(L, K0, V0, _, R), K, V) :-
    (
        member(L, K, V)
    ;
        K = K0,
        V = V0
    ;
        member(R, K, V)
    ).

to_assoc_list(T) = Pairs :-
    to_assoc_acc(T, [], Pairs).

:- pred to_assoc_acc(avl(K, V)::in, assoc_list(K, V)::in, assoc_list(K, V)::out) is det.

to_assoc_acc(nil, !Acc).
to_assoc_acc(node(L, K, V, _, R), !Acc) :-
    to_assoc_acc(R, !Acc),
    !:Acc = [K - V | !.Acc],
    to_assoc_acc(L, !Acc).

from_assoc_list(Pairs) = Tree :-
    list.foldl(
        ( pred((K - V)::in, T0::in, T::out) is det :-
            set(K, V, T0, T)
        ), Pairs, init, Tree).

balanced(nil).
balanced(node(L, _, _, H, R)) :-
    balanced(L),
    balanced(R),
    HL = height(L),
    HR = height(R),
    int.abs(HL - HR) =< 1,
    H = 1 + max(HL, HR).

foldl(_, nil, A) = A.
foldl(F, node(L, K, V, _, R), A) =
    foldl(F, R, F(K, V, foldl(F, L, A))).

delete(_, nil, nil).
delete(K, node(L, K0, V0, _, R), T) :-
    compare(Res, K, K0),
    (
        Res = (<),
        delete(K, L, L1),
        T = balance(L1, K0, V0, R)
    ;
        Res = (>),
        delete(K, R, R1),
        T = balance(L, K0, V0, R1)
    ;
        Res = (=),
        ( if take_least(MinK, MinV, R, R1) then
            T = balance(L, MinK, MinV, R1)
        else
            T = L
        )
    ).

:- pred take_least(K::out, V::out, avl(K, V)::in, avl(K, V)::out) is semidet.

take_least(MinK, MinV, node(L, K, V, _, R), T) :-
    ( if take_least(MinK0, MinV0, L, L1) then
        MinK = MinK0,
        MinV = MinV0,
        T = balance(L1, K, V, R)
    else
        MinK = K,
        MinV = V,
        T = R
    ).
