:- import_module regex.
:- import_module list, char.
test(lit, [matches(seq([chr('a'), chr('b')]), "ab")], []).
test(litn, [matches(seq([chr('a'), chr('b')]), "abc")], [failure]).
test(star, [matches(cat(star(chr('a')), chr('b')), "aaab")], [success]).
test(alts, [matches(plus(alt(chr('x'), chr('y'))), "xyx")], [success]).
test(plus0, [matches(plus(any), "")], [failure]).
test(pre, [prefix_match(star(any), ['a', 'b'], R)], [solutions_cardinality(3), true(1, R = ['a', 'b']), true(3, R = [])]).
test(altpre, [prefix_match(alt(chr('a'), any), ['a'], R)], [solutions_cardinality(2), all_true(R = [])]).
test(cls, [matches(cls(char.is_digit), "7")], [success]).
