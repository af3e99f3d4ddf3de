:- import_module bits.
:- import_module int, list.
test(pc, [N = popcount(255 + 1024)], [true(N = 9)]).
test(rv, [N = reverse_bits(8, 0b00010110)], [true(N = 0b01101000)]).
test(gr, [G = gray(6)], [true(G = 5), true(ungray(5) = 6)]).
test(crc, [C = crc8([0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39])], [true(C = 0xf4)]).
test(p2, [is_power_of_two(64)], [success]).
test(np2, [is_power_of_two(0)], [failure]).
test(setclr, [N = set_bit(3, 1)], [true(N = 9), true(clear_bit(0, N) = 8)]).
test(subs, [L = subsets(["a", "b"])], [true(L = [[], ["a"], ["b"], ["a", "b"]])]).
test(gcd, [G = gcd(-12, 18)], [true(G = 6)]).
test(eg, [ext_gcd(240, 46, G, X, Y)], [true(G = 2), true(240 * X + 46 * Y = G)]).
test(mp, [R = mod_pow(3, 200, 13)], [true(R = 9)]).
test(pr, [L = primes(20)], [true(L = [2, 3, 5, 7, 11, 13, 17, 19])]).
test(base, [S = to_base(16, 48879)], [true(S = "BEEF" ; S = "beef")]).
test(col, [L = collatz(6)], [true(L = [6, 3, 10, 5, 16, 8, 4, 2, 1])]).
test(dv, [T = divs(-7, 2)], [true(T = {-3, -1, -4, 1})]).
test(dv0, [T = divs(1, 0)], [exception]).
test(maxi, [N = int.max_int + 1], [true(N = int.min_int)]).
test(bigshift, [N = 1 << 64], [exception]).
