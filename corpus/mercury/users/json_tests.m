:- import_module json.
:- import_module list, maybe, pair, string.
test(nul, [R = parse(" null ")], [true(R = ok(null))]).
test(arr, [R = parse("[1, 2.5, []]")], [true(R = ok(array([number(1.0), number(2.5), array([])])))]).
test(obj, [R = parse("{\"a\": true, \"b\": {}}")], [true(R = ok(object(["a" - bool(true_value), "b" - object([])])))]).
test(esc, [R = parse("\"x\\ny\"")], [true(R = ok(string("x\ny")))]).
test(err_end, [R = parse("[1")], [true(R = error(parse_error(2, "expected `,' or `]'")))]).
test(err_val, [R = parse("[1,?]")], [true((R = error(E), E ^ pos = 3, E ^ what = "expected a value"))]).
test(err_trail, [R = parse("null x")], [true(R = error(parse_error(5, "expected end of text")))]).
test(print, [ok(J) = parse("{ \"k\" : [ false , 3, -1.5, \"a\\\"b\" ] }")], [true(to_string(J) = "{\"k\":[false,3,-1.5,\"a\\\"b\"]}")]).
test(path1, [ok(J) = parse("{\"a\":[10,{\"b\":null}]}"), path(["a", "1", "b"], J, V)], [true(V = null)]).
test(path2, [ok(J) = parse("{\"a\":[10]}"), path(["a", "1"], J, _)], [failure]).
test(deep, [D = depth(array([object(["x" - array([null])]), null]))], [true(D = 3)]).
test(not_ok, [ok(_J) = parse("tru")], [failure]).
test(wrong_fail, [ok(_J) = parse("true")], [failure]).
