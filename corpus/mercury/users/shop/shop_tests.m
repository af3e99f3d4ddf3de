:- import_module shop.
:- import_module shop_types, shop_price.
:- import_module list, map, maybe, pair, string.
test(rc, [S = receipt([item("tea", 250, food) - 2])], [true(S = "tea           5.35\ntotal         5.35\n")]).
test(bulk, [P = price_of(item("pen", 100, other(20)), 10)], [true(P = 1080)]).
test(mon, [S = money(-5)], [true(S = "-0.05"), true(money(123456) = "1234.56")]).
test(co, [checkout([item("a", 1, food) - 2, item("b", 1, book) - 5, item("c", 1, food) - 1], map.from_assoc_list(["a" - 3, "b" - 1]), St, Ps)], [true(Ps = [short("b", 4), unknown("c")]), true(map.lookup(St, "a") = 1)]).
test(ch, [M = cheapest([item("a", 5, food) - 1, item("b", 2, food) - 1])], [true((M = yes(I), I ^ name = "b"))]).
test(ch0, [M = cheapest([])], [true(M = no)]).
test(mn, [main(!IO)], []).
