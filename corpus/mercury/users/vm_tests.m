:- import_module vm.
:- import_module list, string, map.
test(fact, [O = run_vm(factorial_program(5))], [true(O = [120])]).
test(under, [S = outcome([push(1), add])], [true(S = "stack underflow at 1")]).
test(jump, [S = outcome([jmp(-3)])], [true(S = "bad jump to -3")]).
test(okout, [S = outcome([push(1), print, push(2), print])], [true(S = "ok [1, 2]")]).
test(divz, [S = outcome([push(1), push(0), divi, print])], [true(S = "division by zero")]).
test(unb, [_O = run_vm([load("x")])], [exception]).
test(swap, [O = run_vm([push(10), push(3), swap, sub, print])], [true(O = [-7])]).
test(dupdrop, [O = run_vm([push(4), dup, mul, dup, drop, print, halt, print])], [true(O = [16])]).
test(popit, [pop(X, vm(0, [5], map.init, []), VM)], [true(X = 5), true(VM ^ stack = [])]).
test(io, [main(!IO)], []).
test(uncaught, [O = run_vm([drop])], [true(O = [])]).
