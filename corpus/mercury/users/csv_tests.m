:- import_module csv.
:- import_module list, map, maybe, string.
test(plain, [parse_line("a,b,,c", R)], [true(R = ["a", "b", "", "c"])]).
test(quo, [parse_line("\"x,y\",\"he said \"\"hi\"\"\"", R)], [true(R = ["x,y", "he said \"hi\""])]).
test(empty, [parse_line("", R)], [true(R = [""])]).
test(tab, [R = parse_table("n,v\na,1\n\nb,22\n")], [true(R = ok(table(["n", "v"], [["a", "1"], ["b", "22"]])))]).
test(bad, [error(E) = parse_table("n,v\na,1\nb")], [true(error_message(E) = "line 3: 2 fields expected, 1 found")]).
test(none, [R = parse_table("\n")], [true(R = error(empty_input))]).
test(sum, [ok(T) = parse_table("n,v\na,1\nb,22")], [true(sum_column(T, "v") = 23)]).
test(sum_bad, [ok(T) = parse_table("n,v\na,1"), S = sum_column(T, "n")], [exception]).
test(sum_nocol, [ok(T) = parse_table("n,v\na,1"), S = sum_column(T, "zz")], [exception]).
test(ren, [S = render(table(["a,b", "c"], [["\"", ""]]))], [true(S = "\"a,b\",c\n\"\"\"\",")]).
test(rec, [Rs = records(table(["k", "w"], [["1", "2"]]))], [true((Rs = [M], map.lookup(M, "w", "2")))]).
test(wrong_exc, [parse_line("a", R)], [exception]).
