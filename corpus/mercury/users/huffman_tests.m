:- import_module huffman.
:- import_module list, map, pair, string.
test(freq, [L = frequencies("abca")], [true(L = ['a' - 2, 'b' - 1, 'c' - 1])]).
test(tree0, [_T = tree("")], [failure]).
test(tree1, [T = tree("zz")], [true(T = leaf('z', 2))]).
test(round, [T = tree("abracadabra"), Bits = encode(T, "abracadabra"), decode(T, Bits, S)], [true(S = "abracadabra"), true(list.length(Bits) = 23), true(weight(T) = 11)]).
test(codes, [M = codes(fork(leaf('x', 1), fork(leaf('y', 1), leaf('z', 1), 2), 3))], [true(map.lookup(M, 'z') = [i, i]), true(map.lookup(M, 'x') = [o])]).
test(dec_bad, [decode(fork(leaf('x', 1), fork(leaf('y', 1), leaf('z', 1), 2), 3), [o, i], _S)], [failure]).
test(enc_bad, [_L = encode(leaf('a', 1), "b")], [exception]).
