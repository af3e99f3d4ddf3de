% Insts, modes and what types can be.
:- module insts.
:- interface.

:- type list_of(T) ---> nil ; cons(head :: T, tail :: list_of(T)).
:- type colour ---> red ; green ; blue ; rgb(int, int, int).
:- type pair(A, B) ---> (A - B).
:- type alias == pair(int, {string, list_of(colour)}).
:- type hidden.
:- type hidden(T).

:- inst skeleton for list_of/1 ---> nil ; cons(free, skeleton).
:- inst non_empty for list_of/1 ---> cons(ground, ground).
:- inst elements(I) for list_of/1 == bound(nil ; cons(I, elements(I))).
:- inst only_red == bound(red).
:- inst small == bound(0 ; 1 ; -1).
:- inst lists == bound([] ; [ground | ground]).
:- inst fresh == unique(nil ; cons(unique, fresh)).
:- inst words for string/0 ---> "yes" ; "no".
:- inst opaque.

:- mode build == free >> skeleton.
:- mode fill(I) == (skeleton >> elements(I)).
:- mode di_skeleton == skeleton >> dead.
:- mode out_of(I) == out(elements(I)).

:- pred cut(list_of(T)::in(non_empty), T::out) is det.
:- pred make(int::in, list_of(T)::(free >> skeleton)) is det.
:- pred never(int::in) is failure.
:- pred always_throws(int::in) is erroneous.
:- pred one_of(colour::out) is cc_multi.
:- pred maybe_one_of(colour::out) is cc_nondet.
:- func first(list_of(T)) = T.
:- mode first(in(non_empty)) = out is det.
:- mode first(in) = out is semidet.
:- func swap(pair(A, B)) = pair(B, A).

:- implementation.

:- type hidden ---> hidden.
:- type hidden(T) == T.

cut(cons(X, _), X).

make(N, L) :-
    ( if N = 0 then
        L = nil
    else
        make(N - 1, L0),
        L = cons(_, L0)
    ).

never(_) :-
    fail.

always_throws(N) :-
    throw(N).

one_of(red).
one_of(green).

maybe_one_of(C) :-
    one_of(C),
    C \= red.

first(cons(X, _)) = X.

swap(A - B) = B - A.

% Different clauses for different modes.
:- pred twice(int, int).
:- mode twice(in, out) is det.
:- mode twice(out, in) is semidet.

:- pragma promise_equivalent_clauses(twice/2).

twice(X::in, Y::out) :- Y = X * 2.
twice(X::out, Y::in) :- Y mod 2 = 0, X = Y // 2.
