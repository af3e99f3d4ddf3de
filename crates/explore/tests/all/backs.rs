//! What procedures give back besides their results.

use crate::brute::{agree, at, int, range, var};
use explore::{Bounds, Difference, Plan, differ};
use imperative::machine::{Options, State, Value, run};
use imperative::{
    BinaryOp, Builder, DecisionKind, ErrorKind, Expr, InstrKind, ProcId, Program, TerminatorKind, Type,
    VarId, VarKind, verify,
};

/// `half(x, out odd)`: the half as the result, and 1 for odd numbers; even ones give no value back. Negative ones err.
fn halving() -> Program {
    let mut main = Builder::new("main", at(0));
    let x = main.var("x", range(-3, 8), VarKind::Input, at(1));
    let odd = main.var("odd", Type::Int, VarKind::Local, at(2));
    let h = main.var("h", Type::Int, VarKind::Local, at(3));
    main.assign(odd, int(7), at(4));
    let backs = vec![(VarId(1), odd)];
    main.push(InstrKind::Call { dst: Some(h), proc: ProcId(1), args: vec![var(x, 5)], backs }, at(6));
    let (yes, no) = (main.block(), main.block());
    let cond = Expr::binary(BinaryOp::Gt, var(h, 7), int(2), at(8));
    main.branch(DecisionKind::If, cond, yes, no, at(9));
    main.switch_to(yes);
    // Errs where nothing came back.
    main.assign(h, var(odd, 10), at(11));
    main.terminate(TerminatorKind::Return(None), at(12));
    main.switch_to(no);
    main.terminate(TerminatorKind::Return(None), at(13));
    let mut half = Builder::new("half", at(20));
    let n = half.var("n", Type::Int, VarKind::Param, at(21));
    let odd = half.var("odd", Type::Int, VarKind::Local, at(22));
    half.proc().outs = vec![odd];
    half.proc().result = Some(Type::Int);
    let positive = Expr::binary(BinaryOp::Ge, var(n, 23), int(0), at(24));
    half.push(InstrKind::Check { cond: positive, kind: ErrorKind::Abort }, at(25));
    let (is_odd, after) = (half.block(), half.block());
    let rest = Expr::binary(BinaryOp::Rem, var(n, 26), int(2), at(27));
    half.branch(DecisionKind::If, Expr::binary(BinaryOp::Eq, rest, int(1), at(28)), is_odd, after, at(29));
    half.switch_to(is_odd);
    half.assign(odd, int(1), at(30));
    half.terminate(TerminatorKind::Goto(after), at(31));
    half.switch_to(after);
    let halved = Expr::binary(BinaryOp::Div, var(n, 32), int(2), at(33));
    half.terminate(TerminatorKind::Return(Some(halved)), at(34));
    let mut program = main.finish_as_program();
    program.procs.push(half.finish());
    program
}

#[test]
fn values_go_back_and_may_be_missing() {
    let program = halving();
    let inputs = (-3..=8).map(|i| {
        let mut state = State::new(&program, ProcId(0));
        state.set(VarId(0), Value::int(i));
        state
    });
    let found = agree(&program, ProcId(0), 1, inputs, true);
    let errors = found.iter().filter(|f| matches!(f.end, explore::End::Error(ErrorKind::Uninitialised, _)));
    assert_eq!(errors.count(), 1, "an even number gives nothing back");
}

/// A procedure of its own shows what it gives back, and a change of that alone is a difference.
#[test]
fn a_change_of_what_goes_back_is_a_difference() {
    let program = halving();
    let mut changed = program.clone();
    changed.procs[1].blocks[1].instrs[0].kind = InstrKind::Assign(VarId(1), int(2));
    verify(&changed).expect("well formed");
    let plan = Plan::within(Bounds::default());
    let differs = |a: &Program, b: &Program| {
        let mut judge = |input: &State| {
            let ends = [a, b].map(|p| run(p, ProcId(1), input.clone(), &Options::default()));
            ends[0].outcome == ends[1].outcome && ends[0].state.get(VarId(1)) != ends[1].state.get(VarId(1))
        };
        differ(a, b, ProcId(1), &plan, &base::Budget::unlimited(), &mut u64::MAX.clone(), &mut judge)
    };
    assert!(matches!(differs(&program, &changed), Difference::Input(_)));
    assert!(matches!(differs(&program, &program.clone()), Difference::None { everywhere: true }));
    assert!(!equal::unchanged(&program, &changed, ProcId(1), &base::Budget::unlimited()));
    assert!(equal::unchanged(&program, &program.clone(), ProcId(1), &base::Budget::unlimited()));
}
