% Closures: currying, lambdas that capture, fields that are functions.
:- module closures.
:- interface.
:- import_module io, list.

:- type handler ---> handler(label :: string, action :: (func(int) = int), test :: pred(int)).
:- inst handler for handler/0 ---> handler(ground, func(in) = out is det, pred(in) is semidet).

:- func compose_all(list(func(T) = T)) = (func(T) = T).
:- pred count_if(pred(T)::in(pred(in) is semidet), list(T)::in, int::out) is det.
:- func sum_with(func(T) = int, list(T)) = int.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, map, pair, string.

compose_all([]) = (func(X) = X).
compose_all([F | Fs]) = (func(X) = apply(compose_all(Fs), F(X))).

count_if(P, Xs, Count) :-
    list.foldl(
        (pred(X::in, N0::in, N::out) is det :-
            ( if P(X) then N = N0 + 1 else N = N0 )
        ), Xs, 0, Count).

sum_with(F, Xs) = list.foldl((func(X, Sum) = Sum + F(X)), Xs, 0).

:- func add3(int, int, int) = int.

add3(A, B, C) = A + B + C.

:- pred between(int::in, int::in, int::in) is semidet.

between(Low, High, X) :-
    X >= Low,
    X =< High.

:- pred twice(pred(T, T)::in(pred(in, out) is det), T::in, T::out) is det.

twice(P, !X) :-
    P(!X),
    call(P, !X).

main(!IO) :-
    Add = add3(1),
    AddMore = Add(2, 3),
    io.write_int(AddMore + sum_with(string.length, ["a", "bc"]), !IO),
    io.nl(!IO),
    count_if(between(2, 4), [1, 2, 3, 4, 5], Count),
    io.write_line(Count, !IO),
    Table = map.from_assoc_list(["double" - (func(X) = X * 2), "next" - plus(1)]),
    ( if map.search(Table, "double", Double) then
        io.write_line(list.map(compose_all([Double, plus(10)]), [1, 2, 3]), !IO)
    else
        true
    ),
    twice((pred(X::in, Y::out) is det :- Y = X * X), 3, Z),
    io.write_line(Z, !IO),
    Handler = handler("h", (func(N) = N + Z), between(0, 100)),
    io.write_line(list.map(label, [Handler]), !IO),
    io.write_line((Handler ^ action)(1), !IO).
