:- import_module interp.
:- import_module list, map, maybe, string.
test(fact, [R = run_source("n := 5; f := 1; while 0 < n { f := f * n; n := n - 1; } print f;")], [true(R = yes(["120"]))]).
test(fib, [R = run_source("fun fib(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); } print fib(10);")], [true(R = yes(["55"]))]).
test(elses, [R = run_source("x := 3; if x = 4 { print 1; } else { print 2; } print x = 3 & 1;")], [true(R = yes(["2", "1"]))]).
test(syntax, [R = run_source("x := ;")], [true(R = no)]).
test(at, [parse_error_at("print 1; x := ;", N)], [true(N = 3)]).
test(scanbad, [parse_program("x := 1 ? 2;", _)], [failure]).
test(undef, [_R = run_source("print y;")], [exception]).
test(undef_f, [_R = run_source("print g(1);")], [exception]).
test(loop, [_R = run_source("while 1 { }")], [exception]).
test(ass, [R = run_source("assert 1 < 2; return 7; print 1;")], [true(R = yes([]))]).
test(ast, [parse_program("fun f(a, b) { }", P)], [true(P = [fun_def("f", ["a", "b"], [])])]).
test(names, [parse_program("fun f(a) { return a + g; } x := f(z);", P)], [true(free_names(P) = ["g", "x", "z"]), true(count_stmts(P) = 3)]).
test(prec, [parse_program("x := 1 + 2 * 3 < 4;", P)], [true(P = [assign("x", binop((<), binop((+), int(1), binop((*), int(2), int(3))), int(4)))])]).
test(wrong, [R = run_source("print 2 - 1 - 1;")], [true(R = yes(["2"]))]).
