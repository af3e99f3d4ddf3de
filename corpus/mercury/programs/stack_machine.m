% A compiler for a small language, and a machine with a stack that runs its code.
:- module stack_machine.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module assoc_list, bool, int, list, map, maybe, pair, require, stack, string.

%---------------------------------------------------------------------------%
% Source.

:- type expr
    --->    int(int)
    ;       var(name)
    ;       op(op, expr, expr)
    ;       neg(expr)
    ;       call(name, list(expr)).

:- type op ---> add ; sub ; mul ; div ; less ; equal.

:- type stmt
    --->    set(name, expr)
    ;       if_else(expr, list(stmt), list(stmt))
    ;       while(expr, list(stmt))
    ;       print(expr)
    ;       return(expr).

:- type name == string.

:- type func_def
    --->    func_def(
                func_name   :: name,
                func_params :: list(name),
                func_body   :: list(stmt)
            ).

:- type program
    --->    program(
                funcs :: list(func_def),
                main  :: list(stmt)
            ).

%---------------------------------------------------------------------------%
% Code.

:- type label == int.

:- type instr
    --->    push(int)
    ;       load(name)
    ;       store(name)
    ;       arith(op)
    ;       negate
    ;       jump(label)
    ;       jump_if_zero(label)
    ;       label(label)
    ;       invoke(name, int)
    ;       leave
    ;       output.

:- type code == list(instr).

:- type compiled
    --->    compiled(
                code_of :: map(name, proc),
                entry   :: proc
            ).

:- type proc
    --->    proc(
                params  :: list(name),
                instrs  :: map(int, instr),
                labels  :: map(label, int)
            ).

%---------------------------------------------------------------------------%
% The compiler.

:- type gen ---> gen(next_label :: label, rev_code :: code).

:- func compile(program) = compiled.

compile(program(Funcs, Main)) = compiled(Procs, compile_proc([], Main)) :-
    list.foldl(
        (pred(Func::in, Map0::in, Map::out) is det :-
            Proc = compile_proc(Func ^ func_params, Func ^ func_body),
            ( if map.insert(Func ^ func_name, Proc, Map0, Map1) then
                Map = Map1
            else
                error("function " ++ Func ^ func_name ++ " is defined twice")
            )
        ), Funcs, map.init, Procs).

:- func compile_proc(list(name), list(stmt)) = proc.

compile_proc(Params, Stmts) = proc(Params, Instrs, Labels) :-
    stmts(Stmts, gen(0, []), Gen),
    Code = list.reverse([leave, push(0) | Gen ^ rev_code]),
    list.foldl3(place, Code, 0, _, map.init, Instrs, map.init, Labels).

:- pred place(instr::in, int::in, int::out, map(int, instr)::in, map(int, instr)::out,
    map(label, int)::in, map(label, int)::out) is det.

place(Instr, !Address, !Instrs, !Labels) :-
    ( if Instr = label(Label) then
        map.det_insert(Label, !.Address, !Labels)
    else
        map.det_insert(!.Address, Instr, !Instrs),
        !:Address = !.Address + 1
    ).

:- pred emit(instr::in, gen::in, gen::out) is det.

emit(Instr, !Gen) :-
    !Gen ^ rev_code := [Instr | !.Gen ^ rev_code].

:- pred new_label(label::out, gen::in, gen::out) is det.

new_label(Label, !Gen) :-
    Label = !.Gen ^ next_label,
    !Gen ^ next_label := Label + 1.

:- pred stmts(list(stmt)::in, gen::in, gen::out) is det.

stmts(Stmts, !Gen) :-
    list.foldl(stmt, Stmts, !Gen).

:- pred stmt(stmt::in, gen::in, gen::out) is det.

stmt(set(Name, Expr), !Gen) :-
    expr(Expr, !Gen),
    emit(store(Name), !Gen).
stmt(print(Expr), !Gen) :-
    expr(Expr, !Gen),
    emit(output, !Gen).
stmt(return(Expr), !Gen) :-
    expr(Expr, !Gen),
    emit(leave, !Gen).
stmt(if_else(Cond, Then, Else), !Gen) :-
    new_label(ElseLabel, !Gen),
    new_label(EndLabel, !Gen),
    expr(Cond, !Gen),
    emit(jump_if_zero(ElseLabel), !Gen),
    stmts(Then, !Gen),
    emit(jump(EndLabel), !Gen),
    emit(label(ElseLabel), !Gen),
    stmts(Else, !Gen),
    emit(label(EndLabel), !Gen).
stmt(while(Cond, Body), !Gen) :-
    new_label(Start, !Gen),
    new_label(End, !Gen),
    emit(label(Start), !Gen),
    expr(Cond, !Gen),
    emit(jump_if_zero(End), !Gen),
    stmts(Body, !Gen),
    emit(jump(Start), !Gen),
    emit(label(End), !Gen).

:- pred expr(expr::in, gen::in, gen::out) is det.

expr(int(N)) --> emit(push(N)).
expr(var(Name)) --> emit(load(Name)).
expr(neg(X)) --> expr(X), emit(negate).
expr(op(Op, X, Y)) --> expr(X), expr(Y), emit(arith(Op)).
expr(call(Name, Args)) -->
    list.foldl(expr, Args),
    { list.length(Args, Count) },
    emit(invoke(Name, Count)).

%---------------------------------------------------------------------------%
% The machine.

:- type frame
    --->    frame(
                frame_proc  :: proc,
                pc          :: int,
                locals      :: map(name, int)
            ).

:- type machine
    --->    machine(
                values  :: stack(int),
                frames  :: list(frame),
                steps   :: int
            ).

:- type outcome ---> finished(int) ; fault(string).

:- pred run(compiled::in, machine::in, outcome::out, io::di, io::uo) is det.

run(Code, !.Machine, Outcome, !IO) :-
    (
        !.Machine ^ frames = [],
        stack.det_pop(Value, !.Machine ^ values, _),
        Outcome = finished(Value)
    ;
        !.Machine ^ frames = [Frame0 | Frames],
        ( if !.Machine ^ steps = 0 then
            Outcome = fault("out of steps")
        else if map.search(Frame0 ^ frame_proc ^ instrs, Frame0 ^ pc, Instr) then
            Frame = (Frame0 ^ pc := Frame0 ^ pc + 1),
            !Machine ^ frames := [Frame | Frames],
            !Machine ^ steps := !.Machine ^ steps - 1,
            step(Code, Instr, Frame, Frames, Fault, !Machine, !IO),
            (
                Fault = no,
                run(Code, !.Machine, Outcome, !IO)
            ;
                Fault = yes(Message),
                Outcome = fault(Message)
            )
        else
            Outcome = fault("no instruction")
        )
    ).

:- pred step(compiled::in, instr::in, frame::in, list(frame)::in, maybe(string)::out,
    machine::in, machine::out, io::di, io::uo) is det.

step(Code, Instr, Frame, Frames, Fault, !Machine, !IO) :-
    (
        Instr = push(N),
        push_value(N, !Machine),
        Fault = no
    ;
        Instr = load(Name),
        ( if map.search(Frame ^ locals, Name, Value) then
            push_value(Value, !Machine),
            Fault = no
        else
            Fault = yes("no variable " ++ Name)
        )
    ;
        Instr = store(Name),
        pop_value(Value, !Machine),
        !Machine ^ frames := [Frame ^ locals ^ elem(Name) := Value | Frames],
        Fault = no
    ;
        Instr = negate,
        pop_value(Value, !Machine),
        push_value(-Value, !Machine),
        Fault = no
    ;
        Instr = arith(Op),
        pop_value(Y, !Machine),
        pop_value(X, !Machine),
        ( if arith(Op, X, Y) = Z then
            push_value(Z, !Machine),
            Fault = no
        else
            Fault = yes("division by zero")
        )
    ;
        Instr = jump(Label),
        go_to(Label, Frame, Frames, !Machine),
        Fault = no
    ;
        Instr = jump_if_zero(Label),
        pop_value(Value, !Machine),
        ( if Value = 0 then
            go_to(Label, Frame, Frames, !Machine)
        else
            true
        ),
        Fault = no
    ;
        Instr = label(_),
        Fault = no
    ;
        Instr = invoke(Name, Count),
        ( if map.search(Code ^ code_of, Name, Proc) then
            pop_values(Count, [], Args, !Machine),
            Locals = map.from_assoc_list(assoc_list.from_corresponding_lists(Proc ^ params, Args)),
            !Machine ^ frames := [frame(Proc, 0, Locals), Frame | Frames],
            Fault = no
        else
            Fault = yes("no function " ++ Name)
        )
    ;
        Instr = leave,
        !Machine ^ frames := Frames,
        Fault = no
    ;
        Instr = output,
        pop_value(Value, !Machine),
        io.write_int(Value, !IO),
        io.nl(!IO),
        Fault = no
    ).

:- func arith(op, int, int) = int is semidet.

arith(add, X, Y) = X + Y.
arith(sub, X, Y) = X - Y.
arith(mul, X, Y) = X * Y.
arith(div, X, Y) = X // Y :-
    Y \= 0.
arith(less, X, Y) = ( if X < Y then 1 else 0 ).
arith(equal, X, Y) = ( if X = Y then 1 else 0 ).

:- pred go_to(label::in, frame::in, list(frame)::in, machine::in, machine::out) is det.

go_to(Label, Frame, Frames, !Machine) :-
    map.lookup(Frame ^ frame_proc ^ labels, Label, Address),
    !Machine ^ frames := [Frame ^ pc := Address | Frames].

:- pred push_value(int::in, machine::in, machine::out) is det.

push_value(Value, !Machine) :-
    stack.push(Value, !.Machine ^ values, Values),
    !Machine ^ values := Values.

:- pred pop_value(int::out, machine::in, machine::out) is det.

pop_value(Value, !Machine) :-
    stack.det_pop(Value, !.Machine ^ values, Values),
    !Machine ^ values := Values.

:- pred pop_values(int::in, list(int)::in, list(int)::out, machine::in, machine::out) is det.

pop_values(Count, !Values, !Machine) :-
    ( if Count > 0 then
        pop_value(Value, !Machine),
        pop_values(Count - 1, [Value | !.Values], !:Values, !Machine)
    else
        true
    ).

%---------------------------------------------------------------------------%

:- func example = program.

example = program(
    [func_def("fact", ["n"], [
        if_else(op(less, var("n"), int(2)),
            [return(int(1))],
            [return(op(mul, var("n"), call("fact", [op(sub, var("n"), int(1))])))])
    ])],
    [
        set("i", int(1)),
        while(op(less, var("i"), int(6)), [
            print(call("fact", [var("i")])),
            set("i", op(add, var("i"), int(1)))
        ])
    ]).

main(!IO) :-
    Compiled = compile(example),
    Frame = frame(Compiled ^ entry, 0, map.init),
    run(Compiled, machine(stack.init, [Frame], 10_000), Outcome, !IO),
    (
        Outcome = finished(_),
        io.write_string("done\n", !IO)
    ;
        Outcome = fault(Message),
        io.format("fault: %s\n", [s(Message)], !IO)
    ).
