:- import_module text.
:- import_module list, pair, string.
test(wc, [L = word_count("the cat The dog  the")], [true(L = ["cat" - 1, "dog" - 1, "the" - 3])]).
test(tc, [S = title_case("hELLO wORLD")], [true(S = "Hello World")]).
test(pal, [palindrome("A man, a plan, a canal: Panama")], [success]).
test(npal, [palindrome("ab")], [failure]).
test(cae, [S = caesar(3, "xyz ABC!")], [true(S = "abc DEF!"), true(caesar(-3, S) = "xyz ABC!")]).
test(wrp, [L = wrap(7, "aa bbb cccc d")], [true(L = ["aa bbb", "cccc d"])]).
test(rle, [S = rle("aaabccd")], [true(S = "3ab2cd"), true(unrle(S) = "aaabccd")]).
test(rom, [S = roman(1994)], [true(S = "MCMXCIV")]).
test(rom0, [S = roman(0)], [exception]).
test(romd, [roman_digit(N, D)], [solutions_cardinality(13), true(4, N = 400), true(13, D = "I")]).
test(tab, [S = table([{"ab", 42, 1.25}, {"longername", 7, -3.0}])], [true(S = "ab      |   42|+1.2\nlongername|    7|-3.0\n")]).
test(vow, [N = vowel_count("education")], [true(N = 5)]).
test(kv, [L = key_values("a = 1; b=2 ;bad;c==")], [true(L = [{"a", "1"}, {"b", "2"}])]).
test(bal, [balanced("{[()]}x")], [success]).
test(unbal, [balanced("([)]")], [failure]).
test(hx, [S = hex(48879)], [true(S = "0xBEEF"), true(hex(10) = "0x000A")]).
