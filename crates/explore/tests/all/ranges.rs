//! Values within limits: ranges, remainders that round down, checks, exceptions of a program.

use crate::brute::{agree, at, int, range, search, var};
use explore::End;
use imperative::machine::{State, Value};
use imperative::{
    BinaryOp, Builder, DecisionKind, ErrorKind, Exception, ExceptionId, Expr, InstrKind, ProcId, Program,
    TerminatorKind, Type, VarId, VarKind, Word,
};

/// A procedure of the program itself, with a branch on a condition.
fn with_branch(mut b: Builder, cond: Expr) -> Program {
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, cond, yes, no, at(90));
    b.switch_to(yes);
    b.terminate(TerminatorKind::Return(None), at(91));
    b.switch_to(no);
    b.terminate(TerminatorKind::Return(None), at(92));
    b.finish_as_program()
}

fn inputs(program: &Program, vars: &[VarId], values: std::ops::RangeInclusive<i64>) -> Vec<State> {
    let mut all = vec![State::new(program, ProcId(0))];
    for v in vars {
        all = all
            .into_iter()
            .flat_map(|state| {
                values.clone().map(move |i| {
                    let mut state = state.clone();
                    state.set(*v, Value::int(i));
                    state
                })
            })
            .collect();
    }
    all
}

#[test]
fn inputs_stay_in_their_ranges() {
    for (least, greatest, limit) in [(1, 10, 0), (1, 10, 10), (1, 10, 5), (-3, -1, 0), (5, 9, 4), (3, 3, 3)] {
        let mut b = Builder::new("main", at(0));
        let x = b.var("x", range(least, greatest), VarKind::Input, at(1));
        let program = with_branch(b, Expr::binary(BinaryOp::Gt, var(x, 2), int(limit), at(3)));
        agree(&program, ProcId(0), 3, inputs(&program, &[x], -12..=12).into_iter(), true);
    }
    let mut b = Builder::new("main", at(0));
    let x = b.var("x", range(2, 1), VarKind::Input, at(1));
    let program = with_branch(b, Expr::binary(BinaryOp::Gt, var(x, 2), int(0), at(3)));
    let (found, done) = search(&program, ProcId(0), 1);
    assert!(found.is_empty() && done.is_complete(), "a range without values has no input");
}

#[test]
fn what_nothing_asks_for_is_in_its_range_too() {
    let mut b = Builder::new("main", at(0));
    let a = b.var("a", Type::Array(Box::new(range(5, 9))), VarKind::Input, at(1));
    let three = Expr::binary(BinaryOp::Eq, Expr::length(var(a, 2), at(3)), int(3), at(4));
    let there = Expr::binary(BinaryOp::Ne, var(a, 5), Expr::nil(at(6)), at(7));
    let program = with_branch(b, Expr::and(there, three, at(8)));
    let (found, done) = search(&program, ProcId(0), 1);
    assert!(done.is_complete());
    assert!(found.iter().any(|f| f.input.heap.objects.iter().any(|o| o.values().len() == 3)));
}

#[test]
fn values_out_of_range_are_errors_of_their_own() {
    let mut b = Builder::new("main", at(0));
    let x = b.var("x", range(-5, 5), VarKind::Input, at(1));
    let y = b.var("y", range(-5, 5), VarKind::Input, at(2));
    let z = b.var("z", range(-2, 3), VarKind::Local, at(3));
    let sum = Expr::binary(BinaryOp::Add, var(x, 4), var(y, 5), at(6));
    b.assign(z, Expr::within(sum, Word::range(-2, 3), at(7)), at(8));
    let program = with_branch(b, Expr::binary(BinaryOp::Gt, var(z, 9), int(2), at(10)));
    let found = agree(&program, ProcId(0), 1, inputs(&program, &[x, y], -6..=6).into_iter(), true);
    assert!(found.iter().any(|f| f.end == End::Error(ErrorKind::OutOfRange, at(7))));
}

/// `x mod y` for all small numbers, against its definition: it has the sign of `y`, and differs from `x` by a multiple of `y`.
#[test]
fn remainders_that_round_down() {
    for remainder in -4..=4 {
        let mut b = Builder::new("main", at(0));
        let x = b.var("x", range(-6, 6), VarKind::Input, at(1));
        let y = b.var("y", range(-4, 4), VarKind::Input, at(2));
        let rest = Expr::binary(BinaryOp::Mod, var(x, 3), var(y, 4), at(5));
        let program = with_branch(b, Expr::binary(BinaryOp::Eq, rest, int(remainder), at(6)));
        let found = agree(&program, ProcId(0), 1, inputs(&program, &[x, y], -6..=6).into_iter(), true);
        for f in found.iter().filter(|f| f.decisions.last().is_some_and(|d| d.2)) {
            let value =
                |v| f.input.get(v).and_then(Value::as_int).and_then(base::Int::to_i64).expect("a number");
            let (x, y) = (value(x), value(y));
            assert!(
                (x - remainder) % y == 0 && (remainder == 0 || (remainder < 0) == (y < 0)),
                "{x} mod {y}"
            );
        }
    }
    for divisor in [-3, 3] {
        let mut b = Builder::new("main", at(0));
        let x = b.var("x", range(-20, 20), VarKind::Input, at(1));
        let rest = Expr::binary(BinaryOp::Mod, var(x, 3), int(divisor), at(5));
        let program = with_branch(b, Expr::binary(BinaryOp::Eq, rest, int(divisor.signum()), at(6)));
        agree(&program, ProcId(0), 1, inputs(&program, &[x], -20..=20).into_iter(), true);
    }
}

#[test]
fn checks_err_and_are_no_decisions() {
    let mut b = Builder::new("main", at(0));
    let x = b.var("x", range(0, 9), VarKind::Input, at(1));
    let small = Expr::binary(BinaryOp::Lt, var(x, 2), int(5), at(3));
    b.push(InstrKind::Check { cond: small, kind: ErrorKind::Raised(ExceptionId(1)) }, at(4));
    let inverse = Expr::binary(BinaryOp::Div, int(12), var(x, 5), at(6));
    let even = Expr::binary(BinaryOp::Ne, inverse, int(6), at(7));
    b.push(InstrKind::Check { cond: even, kind: ErrorKind::LengthMismatch }, at(8));
    let mut program = with_branch(b, Expr::binary(BinaryOp::Gt, var(x, 9), int(2), at(10)));
    let exception = |name: &str| Exception { name: name.to_string(), span: at(0) };
    program.exceptions = vec![exception("empty"), exception("full")];
    let found = agree(&program, ProcId(0), 1, inputs(&program, &[x], 0..=9).into_iter(), true);
    assert_eq!(found.len(), 5, "two checks, a division by zero, and both sides");
    let raised = ErrorKind::Raised(ExceptionId(1));
    assert_eq!(program.error_name(raised), "full");
    assert_eq!(program.error_called("full"), Some(raised));
    assert!(found.iter().any(|f| f.end == End::Error(raised, at(4))));
}
