% Ways to write that real programs have.
:- module idioms.
:- interface.
:- import_module io.

:- pred main(io.state::di, io.state::uo) is det.

:- implementation.
:- import_module assoc_list.
:- import_module bool.
:- import_module char, float, int.
:- import_module list.
:- import_module map.
:- import_module maybe, pair, set, solutions, string.

:- type table == map.map(string, list.list(int)).
:- type kind
    --->    small
    ;       large(size :: int)
    ;       named(name :: string, inner :: kind).

:- func classify(int) = kind.

classify(N) = Kind :-
    ( if N = -1 then
        Kind = named("minus one", small)
    else if N < 10 then
        Kind = small
    else
        Kind = large(N)
    ).

:- pred parity(int::in, bool::out) is det.

parity(N, Even) :-
    ( N mod 2 = 0 -> Even = yes ; Even = no ).

:- pred split(list(T)::in, list(T)::out, list(T)::out) is det.

split([], [], []).
split([X | Xs], [X | Ys], Zs) :-
    split(Xs, Zs, Ys).

:- func sum_and_product(list(int)) = {int, int}.

sum_and_product(Xs) = {list.foldl((+), Xs, 0), list.foldl((*), Xs, 1)}.

:- pred add_to_table(string::in, int::in, table::in, table::out) is det.

add_to_table(Key, Value, !Table) :-
    ( if map.search(!.Table, Key, Values0) then
        Values = [Value | Values0]
    else
        Values = [Value]
    ),
    map.set(Key, Values, !Table).

:- func average(list(float)) = maybe(float).

average([]) = no.
average(Fs @ [_ | _]) = yes(Sum / float.float(list.length(Fs))) :-
    Sum = list.foldl(func(F, S) = F + S, Fs, 0.0).

:- pred depth(kind::in, int::out) is det.

depth(K, D) :-
    ( K = small, D = 0
    ; K = large(_), D = 0
    ; K = named(_, Inner), depth(Inner, D0), D = D0 + 1
    ).

:- pred vowel(char::in) is semidet.

vowel('a'). vowel('e'). vowel('i'). vowel('o'). vowel('u').

:- func rename(kind, string) = kind.

rename(K, N) = ( K ^ name = _ -> K ^ name := N ; named(N, K) ).

main(!IO) :-
    Numbers = [3, 1, 2] ++ (4 .. 6),
    {Sum, Product} = sum_and_product(Numbers),
    io.format("%d %d\n", [i(Sum), i(Product)], !IO),
    list.sort(Numbers, Sorted),
    io.write_list(Sorted, ", ", io.write_int, !IO),
    io.nl(!IO),
    split(Sorted, Odd, Even),
    io.print_line(Odd - Even, !IO),
    Squares = list.map(func(X) = X * X, Sorted),
    list.foldl2(
        ( pred(N::in, Count0::in, Count::out, !.IO::di, !:IO::uo) is det :-
            Count = Count0 + 1,
            io.write_string(string.int_to_string(N) ++ "\n", !IO)
        ), Squares, 0, Total, !IO),
    io.write_line(Total, !IO),
    some [!Table] (
        !:Table = map.init,
        add_to_table("a", 1, !Table),
        list.foldl(add_to_table("b"), [2, 3], !Table),
        map.foldl(
            pred(K::in, Vs::in, !.S::di, !:S::uo) is det :-
                io.format("%s: %d values\n", [s(K), i(list.length(Vs))], !S),
            !.Table, !IO)
    ),
    ( if average([1.0, 2.5]) = yes(Average) then
        io.write_float(Average, !IO)
    else
        true
    ),
    solutions((pred(P::out) is nondet :-
        list.member(X, [1, 2, 3]), list.member(Y, [1, 2, 3]), X < Y, P = {X, Y}), Pairs),
    io.write_line(Pairs, !IO),
    Vowels = list.length(list.filter(vowel, string.to_char_list("education"))),
    ( if Vowels > 4, depth(rename(classify(-1), "x"), Depth) then
        io.write_string(string.pad_left(int_to_string(Depth), ' ', 4), !IO)
    else
        io.write_string("few", !IO)
    ),
    list.foldl(io.write_string, ["one", "two"], !IO),
    Keys = set.to_sorted_list(set.list_to_set(list.map(fst, ["k" - 1, "l" - 2]))),
    io.print_line(string.join_list(", ", Keys), !IO),
    Code = char.to_int('x') + 0'a,
    io.write_int(Code `mod` 7, !IO),
    Best = list.foldl(int.max, Numbers, min_int),
    io.print_line(Best, !IO).
