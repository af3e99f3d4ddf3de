%! run vm_tests.m
% A stack machine with exceptions of its own.
:- module vm.
:- interface.
:- import_module int, io, list, map, string.

:- type instr
    --->    push(int) ; load(string) ; store(string)
    ;       add ; sub ; mul ; divi ; dup ; swap ; drop
    ;       jmp(int) ; jz(int) ; print ; halt.
:- type vm_error
    --->    stack_underflow(pc :: int)
    ;       bad_jump(int)
    ;       unbound(string)
    ;       div_by_zero.
:- type vm.
:- func outcome(list(instr)) = string.
:- func run_vm(list(instr)) = list(int).
:- pred main(io::di, io::uo) is det.
:- func factorial_program(int) = list(instr).

:- implementation.
:- import_module array, exception, univ, require, maybe.

:- type vm
    --->    vm(
                pc    :: int,
                stack :: list(int),
                vars  :: map(string, int),
                out   :: list(int)
            ).

run_vm(Prog) = Out :-
    loop(array.from_list(Prog), vm(0, [], map.init, []), VM),
    Out = list.reverse(VM ^ out).

:- pred loop(array(instr)::in, vm::in, vm::out) is det.
loop(Code, !VM) :-
    PC = !.VM ^ pc,
    ( if PC = array.size(Code) then
        true
    else if array.in_bounds(Code, PC) then
        Instr = array.lookup(Code, PC),
        ( if Instr = halt then
            true
        else
            step(Instr, !VM),
            loop(Code, !VM)
        )
    else
        throw(bad_jump(PC))
    ).

:- pred pop(int::out, vm::in, vm::out) is det.
pop(X, !VM) :-
    Stack = !.VM ^ stack,
    (
        Stack = [X | Rest],
        !VM ^ stack := Rest
    ;
        Stack = [],
        throw(stack_underflow(!.VM ^ pc))
    ).

:- pred push(int::in, vm::in, vm::out) is det.
push(X, VM, VM ^ stack := [X | VM ^ stack]).

:- pred step(instr::in, vm::in, vm::out) is det.
step(Instr, !VM) :-
    some [!Next] (
        !:Next = !.VM ^ pc + 1,
        (
            Instr = push(N),
            push(N, !VM)
        ;
            Instr = load(V),
            ( if map.search(!.VM ^ vars, V, X) then
                push(X, !VM)
            else
                throw(unbound(V))
            )
        ;
            Instr = store(V),
            pop(X, !VM),
            !VM ^ vars := map.set(!.VM ^ vars, V, X)
        ;
            Instr = add, binary(plus, !VM)
        ;
            Instr = sub, binary(minus, !VM)
        ;
            Instr = mul, binary(times, !VM)
        ;
            Instr = divi,
            binary((func(A, B) = C :-
                ( if B = 0 then throw(div_by_zero) else C = A // B )), !VM)
        ;
            Instr = dup,
            pop(X, !VM), push(X, !VM), push(X, !VM)
        ;
            Instr = swap,
            pop(X, !VM), pop(Y, !VM), push(X, !VM), push(Y, !VM)
        ;
            Instr = drop, pop(_, !VM)
        ;
            Instr = jmp(T), !:Next = T
        ;
            Instr = jz(T),
            pop(X, !VM),
            ( if X = 0 then !:Next = T else true )
        ;
            Instr = print,
            pop(X, !VM),
            !VM ^ out := [X | !.VM ^ out]
        ;
            Instr = halt,
            unexpected($pred, "halt")
        ),
        !VM ^ pc := !.Next
    ).

:- pred binary((func(int, int) = int)::in, vm::in, vm::out) is det.
binary(F, !VM) :-
    pop(B, !VM),
    pop(A, !VM),
    push(F(A, B), !VM).

outcome(Prog) = S :-
    promise_equivalent_solutions [R] try(
        (pred(O::out) is det :- O = run_vm(Prog)), R),
    (
        R = succeeded(Out),
        S = "ok " ++ string.string(Out)
    ;
        R = exception(U),
        ( if univ_to_type(U, E) then
            S = describe(E)
        else
            S = "other exception"
        )
    ).

:- func describe(vm_error) = string.
describe(stack_underflow(PC)) = "stack underflow at " ++ int_to_string(PC).
describe(bad_jump(T)) = string.format("bad jump to %d", [i(T)]).
describe(unbound(V)) = "unbound " ++ V.
describe(div_by_zero) = "division by zero".

factorial_program(N) = [
    push(N), store("n"), push(1), store("acc"),
    load("n"), jz(15),
    load("acc"), load("n"), mul, store("acc"),
    load("n"), push(1), sub, store("n"), jmp(4),
    load("acc"), print].

main(!IO) :-
    io.write_string("fact 5: ", !IO),
    io.write_line(run_vm(factorial_program(5)), !IO),
    list.foldl(
        (pred(P::in, !.IO::di, !:IO::uo) is det :-
            io.format("%s\n", [s(outcome(P))], !IO)
        ), [[add], [push(1), push(0), divi], [load("q")]], !IO).
