% Huffman codes.
:- module huffman.
:- interface.
:- import_module char, io, list, map.

:- type tree ---> leaf(char, int) ; fork(int, tree, tree).
:- type bit ---> zero ; one.

:- func frequencies(string) = map(char, int).
:- pred build(map(char, int)::in, tree::out) is semidet.
:- func codes(tree) = map(char, list(bit)).
:- pred decode(tree::in, list(bit)::in, list(char)::out) is semidet.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module assoc_list, int, pair, string.

frequencies(Text) = string.foldl(count, Text, map.init).

:- func count(char, map(char, int)) = map(char, int).

count(C, Map0) = Map :-
    ( if map.search(Map0, C, N) then
        map.det_update(C, N + 1, Map0, Map)
    else
        map.det_insert(C, 1, Map0, Map)
    ).

:- func weight(tree) = int.

weight(leaf(_, N)) = N.
weight(fork(N, _, _)) = N.

build(Map, Tree) :-
    Leaves = list.map((func(C - N) = leaf(C, N)), map.to_assoc_list(Map)),
    join(list.sort(by_weight, Leaves), Tree).

:- func by_weight(tree, tree) = comparison_result.

by_weight(A, B) = ordering(weight(A), weight(B)).

:- pred join(list(tree)::in, tree::out) is semidet.

join([Tree], Tree).
join([A, B | Rest], Tree) :-
    Fork = fork(weight(A) + weight(B), A, B),
    insert(Fork, Rest, Trees),
    join(Trees, Tree).

:- pred insert(tree::in, list(tree)::in, list(tree)::out) is det.

insert(Tree, [], [Tree]).
insert(Tree, [First | Rest], Trees) :-
    ( if weight(Tree) =< weight(First) then
        Trees = [Tree, First | Rest]
    else
        insert(Tree, Rest, Trees0),
        Trees = [First | Trees0]
    ).

codes(Tree) = Codes :-
    walk([], Tree, map.init, Codes).

:- pred walk(list(bit)::in, tree::in, map(char, list(bit))::in, map(char, list(bit))::out) is det.

walk(Path, leaf(C, _), !Codes) :-
    map.set(C, list.reverse(Path), !Codes).
walk(Path, fork(_, Left, Right), !Codes) :-
    walk([zero | Path], Left, !Codes),
    walk([one | Path], Right, !Codes).

decode(Tree, Bits, Chars) :-
    (
        Bits = [],
        Chars = []
    ;
        Bits = [_ | _],
        follow(Tree, Bits, C, Rest),
        decode(Tree, Rest, Chars0),
        Chars = [C | Chars0]
    ).

:- pred follow(tree::in, list(bit)::in, char::out, list(bit)::out) is semidet.

follow(leaf(C, _), Bits, C, Bits).
follow(fork(_, Left, Right), [Bit | Bits], C, Rest) :-
    (
        Bit = zero,
        follow(Left, Bits, C, Rest)
    ;
        Bit = one,
        follow(Right, Bits, C, Rest)
    ).

:- func bit_text(bit) = string.

bit_text(zero) = "0".
bit_text(one) = "1".

main(!IO) :-
    Text = "this is an example of a huffman tree",
    ( if build(frequencies(Text), Tree) then
        Codes = codes(Tree),
        Bits = list.condense(list.map((func(C) = map.lookup(Codes, C)), string.to_char_list(Text))),
        io.print_line(string.append_list(list.map(bit_text, Bits)), !IO),
        ( if decode(Tree, Bits, Chars), string.from_char_list(Chars) = Text then
            io.print_line("the same", !IO)
        else
            io.print_line("different", !IO)
        )
    else
        io.print_line("nothing to encode", !IO)
    ).
