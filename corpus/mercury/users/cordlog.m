%! run cordlog_tests.m
:- module cordlog.
:- interface.
:- import_module cord, list, string, int.
:- type doc ---> text(string) ; seq(doc, doc) ; nest(int, doc) ; nl ; nil.
:- func flatten(doc) = cord(string).
:- func layout(doc) = string.
:- func brackets(list(doc)) = doc.
:- pred split_last(cord(T)::in, cord(T)::out, T::out) is semidet.
:- func interleave(cord(T), cord(T)) = cord(T).
:- implementation.
flatten(text(S)) = cord.singleton(S).
flatten(seq(A, B)) = flatten(A) ++ flatten(B).
flatten(nest(_, D)) = flatten(D).
flatten(nl) = cord.singleton("\n").
flatten(nil) = cord.init.

layout(D) = string.append_list(cord.list(lay(0, D))).
:- func lay(int, doc) = cord(string).
lay(N, D) = C :-
    (
        D = text(S), C = singleton(S)
    ;
        D = nl,
        C = cord.from_list(["\n", string.duplicate_char(' ', N)])
    ;
        D = nil, C = cord.empty
    ;
        D = seq(A, B), C = lay(N, A) ++ lay(N, B)
    ;
        D = nest(M, A), C = lay(N + M, A)
    ).

brackets([]) = text("[]").
brackets(Ds @ [_ | _]) = seq(text("["), seq(nest(2, list.foldr((func(D, R) = seq(nl, seq(D, R))), Ds, nil)), seq(nl, text("]")))).

split_last(C0, C, X) :- cord.split_last(C0, C, X).

interleave(A, B) =
    ( if cord.head_tail(A, X, A1) then cord.cons(X, interleave(B, A1)) else B ).
