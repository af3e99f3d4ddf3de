//! The machine on handlers, on what calls give back, and on exceptions of a program.

use imperative::machine::{Event, Options, Outcome, State, Value, run};
use imperative::{
    BinaryOp, Builder, Caught, ErrorKind, Exception, ExceptionId, Expr, HandlerId, InstrKind, ProcId,
    Program, TerminatorKind, Type, VarId, VarKind, graph, print, verify,
};
use source::{Files, Span};

fn at(n: usize) -> Span {
    let mut files = Files::new();
    let file = files.add("test", " ".repeat(100));
    files.span(file, n, n + 1)
}

fn var(v: VarId) -> Expr {
    Expr::var(v, at(0))
}

/// A procedure `main(x)` with a local `z` whose body is within a handler for all errors; what is caught sets `z` to 7.
fn catching(body: impl FnOnce(&mut Builder, VarId, VarId), again: bool) -> Program {
    let mut b = Builder::new("main", at(0));
    let x = b.var("x", Type::Int, VarKind::Input, at(1));
    let z = b.var("z", Type::Int, VarKind::Local, at(2));
    b.assign(z, Expr::int(0, at(0)), at(3));
    let handler = b.add_handler(None, at(4));
    b.protect(Some(handler));
    let inside = b.block();
    b.terminate(TerminatorKind::Goto(inside), at(5));
    b.protect(None);
    let (caught, after) = (b.block(), b.block());
    b.add_catch(handler, Caught::All, caught, at(6));
    b.switch_to(inside);
    body(&mut b, x, z);
    b.terminate(TerminatorKind::Goto(after), at(7));
    b.switch_to(caught);
    b.assign(z, Expr::int(7, at(0)), at(8));
    let end = if again { TerminatorKind::FailAgain(handler) } else { TerminatorKind::Goto(after) };
    b.terminate(end, at(9));
    let mut program = b.finish_as_program();
    program.exceptions = vec![Exception { name: "oops".to_string(), span: at(0) }];
    program
}

fn go(program: &Program, x: i64) -> imperative::machine::Run {
    verify(program).expect("well formed");
    let mut input = State::new(program, ProcId(0));
    input.set(VarId(0), Value::int(x));
    run(program, ProcId(0), input, &Options::default())
}

fn divides(b: &mut Builder, x: VarId, z: VarId) {
    b.assign(z, Expr::binary(BinaryOp::Div, Expr::int(6, at(0)), var(x), at(20)), at(21));
}

#[test]
fn errors_are_caught_and_may_happen_again() {
    let program = catching(divides, false);
    assert_eq!(go(&program, 2).state.get(VarId(1)), Some(&Value::int(3)));
    let caught = go(&program, 0);
    assert_eq!((caught.outcome, caught.state.get(VarId(1))), (Outcome::Ok, Some(&Value::int(7))));
    let told = Event::Caught { kind: ErrorKind::DivisionByZero, span: at(20) };
    assert!(caught.trace.contains(&told));
    let again = go(&catching(divides, true), 0);
    assert!(
        matches!(again.outcome, Outcome::Error { kind: ErrorKind::DivisionByZero, span, .. } if span == at(20))
    );
    assert_eq!(again.state.get(VarId(1)), Some(&Value::int(7)), "the handler ran");
}

#[test]
fn exceptions_have_the_names_of_their_program() {
    let raise = |b: &mut Builder, _: VarId, _: VarId| {
        b.terminate(TerminatorKind::Fail(ErrorKind::Raised(ExceptionId(0))), at(30));
    };
    let done = go(&catching(raise, true), 0);
    assert!(
        matches!(&done.outcome, Outcome::Error { message, span, .. } if message == "oops" && *span == at(30))
    );
    let mut program = catching(raise, false);
    let names = ["oops", "overflow", "oops"];
    program.exceptions = names.map(|name| Exception { name: name.to_string(), span: at(0) }).to_vec();
    for i in 0..names.len() {
        let kind = ErrorKind::Raised(ExceptionId::new(i));
        assert_eq!(program.error_called(&program.error_name(kind)), Some(kind));
    }
    for kind in ErrorKind::ALL {
        assert_eq!(program.error_called(&program.error_name(kind)), Some(kind));
    }
}

/// Limits and what is not supported are no errors.
#[test]
fn only_errors_are_caught() {
    let unsupported = |b: &mut Builder, _: VarId, _: VarId| {
        b.push(InstrKind::Unsupported("magic".to_string()), at(40));
    };
    assert!(matches!(go(&catching(unsupported, false), 0).outcome, Outcome::Undetermined { .. }));
    let assumes = |b: &mut Builder, _: VarId, _: VarId| {
        b.push(InstrKind::Assume(Expr::bool(false, at(0))), at(41));
    };
    assert!(matches!(go(&catching(assumes, false), 0).outcome, Outcome::Excluded { .. }));
}

/// An error of a callee leaves it: nothing goes back, and the caller catches it.
#[test]
fn errors_of_what_is_called_are_caught_by_the_caller() {
    let calls = |b: &mut Builder, x: VarId, z: VarId| {
        let backs = vec![(VarId(1), z)];
        b.push(InstrKind::Call { dst: Some(z), proc: ProcId(1), args: vec![var(x)], backs }, at(50));
    };
    let mut program = catching(calls, true);
    let mut callee = Builder::new("callee", at(51));
    let n = callee.var("n", Type::Int, VarKind::Param, at(52));
    let out = callee.var("out", Type::Int, VarKind::Local, at(53));
    callee.proc().outs = vec![out];
    callee.proc().result = Some(Type::Int);
    callee.assign(out, Expr::int(9, at(0)), at(54));
    let quotient = Expr::binary(BinaryOp::Div, Expr::int(6, at(0)), var(n), at(55));
    callee.terminate(TerminatorKind::Return(Some(quotient)), at(56));
    program.procs.push(callee.finish());
    assert_eq!(
        go(&program, 2).state.get(VarId(1)),
        Some(&Value::int(9)),
        "what goes back comes after the result"
    );
    let erred = go(&program, 0);
    assert!(matches!(erred.outcome, Outcome::Error { span, .. } if span == at(55)));
    assert!(erred.trace.contains(&Event::Unwound(ProcId(1))));
    assert_eq!(erred.state.get(VarId(1)), Some(&Value::int(7)));
}

#[test]
fn handlers_are_part_of_the_graph_and_of_the_listing() {
    let program = catching(divides, true);
    let main = &program.procs[0];
    assert_eq!(graph::reachable(main), [true; 4]);
    assert_eq!(
        graph::successors(main, imperative::BlockId(1)),
        [imperative::BlockId(3), imperative::BlockId(2)]
    );
    let text = print(&program);
    for line in ["  handler h0", "    catch d0 [others] to b2", "b1: handler h0", "  fail again h0"] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn handlers_that_make_no_sense_are_flaws() {
    let good = catching(divides, true);
    verify(&good).expect("well formed");
    let broken: [fn(&mut Program); 5] = [
        |p| p.procs[0].handlers[0].outer = Some(HandlerId(0)),
        |p| p.procs[0].handlers[0].catches[0].to = imperative::BlockId(9),
        |p| p.procs[0].handlers.clear(),
        |p| p.procs[0].handlers[0].catches[0].what = Caught::Kinds(vec![ErrorKind::Raised(ExceptionId(4))]),
        |p| p.procs[0].blocks[1].handler = Some(HandlerId(3)),
    ];
    for breaks in broken {
        let mut program = good.clone();
        breaks(&mut program);
        assert!(verify(&program).is_err());
    }
}
