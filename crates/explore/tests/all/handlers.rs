//! Errors that are caught: by hand, and random programs against all of their runs.

use crate::brute::{agree, at, int, range, search, search_as, var, ways};
use base::Random;
use explore::{Bounds, End, Plan};
use imperative::{
    BinaryOp, Builder, Caught, DecisionKind, ErrorKind, ExceptionId, Expr, InstrKind, ProcId, TerminatorKind,
    Type, VarId, VarKind, verify,
};
use testkit::handled::{inputs, main_procedure, program, random_program};

fn raised(n: u32) -> ErrorKind {
    ErrorKind::Raised(ExceptionId(n))
}

const X: VarId = VarId(0);
const Y: VarId = VarId(1);
const Z: VarId = VarId(2);

/// `begin z := x / y; exception when zero => z := 7; end; if z = 7 …`
#[test]
fn a_division_by_zero_is_caught() {
    let mut b = main_procedure();
    let handler = b.add_handler(None, at(10));
    let before = b.protect(Some(handler));
    let body = b.block();
    b.terminate(TerminatorKind::Goto(body), at(11));
    b.protect(before);
    let (caught, after) = (b.block(), b.block());
    b.switch_to(body);
    b.assign(Z, Expr::binary(BinaryOp::Div, var(X, 12), var(Y, 13), at(14)), at(15));
    b.terminate(TerminatorKind::Goto(after), at(16));
    b.add_catch(handler, Caught::Kinds(vec![ErrorKind::DivisionByZero]), caught, at(17));
    b.switch_to(caught);
    b.assign(Z, int(7), at(18));
    b.terminate(TerminatorKind::Goto(after), at(19));
    b.switch_to(after);
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, Expr::binary(BinaryOp::Eq, var(Z, 20), int(7), at(21)), yes, no, at(22));
    let program = program(b, Vec::new());
    let found = agree(&program, ProcId(0), 1, inputs(&program).into_iter(), true);
    assert_eq!(found.len(), 2, "caught, and then 7; or a quotient, which is never 7");
    assert!(found.iter().all(|f| f.end == End::Ok));
}

/// The search finds exactly the ways that runs take, with one thread and with several.
#[test]
fn random_programs_do_what_their_runs_do() {
    let mut random = Random::new(7);
    let (mut errors, mut caught, mut paths) = (0, 0, 0);
    for round in 0..250 {
        let program = random_program(&mut random);
        verify(&program)
            .unwrap_or_else(|flaws| panic!("{round}: {flaws:?}\n{}", imperative::print(&program)));
        let found =
            std::panic::catch_unwind(|| agree(&program, ProcId(0), 4, inputs(&program).into_iter(), true));
        let found = found.unwrap_or_else(|_| panic!("round {round}:\n{}", imperative::print(&program)));
        errors += found.iter().filter(|f| f.end != End::Ok).count();
        caught += found.iter().filter(|f| !f.caught.is_empty()).count();
        paths += found.len();
        if round % 10 == 0 {
            let plan = Plan { jobs: 2, ..Plan::within(Bounds { loops: Some(4), ..Bounds::default() }) };
            let (shared, _) = search_as(&program, ProcId(0), &plan);
            assert_eq!(ways(&shared), ways(&found));
        }
    }
    assert!(errors > 100 && caught > 300, "{errors} errors, {caught} caught, {paths} paths");
}

/// What happens again has its old place, and goes to the handlers around.
#[test]
fn what_happens_again_keeps_its_place() {
    let mut b = main_procedure();
    let outer = b.add_handler(None, at(10));
    let inner = b.add_handler(Some(outer), at(11));
    b.protect(Some(inner));
    let body = b.block();
    b.terminate(TerminatorKind::Goto(body), at(12));
    b.protect(Some(outer));
    let again = b.block();
    b.protect(None);
    let (seen, after) = (b.block(), b.block());
    b.switch_to(body);
    b.assign(Z, Expr::binary(BinaryOp::Div, var(X, 13), var(Y, 14), at(15)), at(16));
    let small = Expr::binary(BinaryOp::Lt, var(Z, 17), int(2), at(18));
    b.push(InstrKind::Check { cond: small, kind: raised(0) }, at(19));
    b.terminate(TerminatorKind::Goto(after), at(20));
    b.add_catch(inner, Caught::All, again, at(21));
    b.switch_to(again);
    b.terminate(TerminatorKind::FailAgain(inner), at(22));
    b.add_catch(outer, Caught::Kinds(vec![raised(0)]), seen, at(23));
    let program = program(b, Vec::new());
    let found = agree(&program, ProcId(0), 1, inputs(&program).into_iter(), true);
    assert_eq!(found.len(), 3);
    let zero = End::Error(ErrorKind::DivisionByZero, at(15));
    assert_eq!(found.iter().filter(|f| f.end == zero && f.caught.len() == 1).count(), 1);
    assert_eq!(found.iter().filter(|f| f.end == End::Ok && f.caught.len() == 2).count(), 1);
}

/// Nothing proves that a side is never taken by looking at blocks whose errors are caught; the search knows.
#[test]
fn proofs_from_any_state_do_not_look_behind_handlers() {
    let mut b = main_procedure();
    let handler = b.add_handler(None, at(10));
    b.protect(Some(handler));
    let body = b.block();
    b.terminate(TerminatorKind::Goto(body), at(11));
    b.protect(None);
    let after = b.block();
    b.switch_to(body);
    b.assign(Z, int(1), at(12));
    b.push(InstrKind::Check { cond: Expr::bool(false, at(13)), kind: raised(1) }, at(14));
    b.assign(Z, int(2), at(15));
    b.terminate(TerminatorKind::Goto(after), at(16));
    b.add_catch(handler, Caught::All, after, at(17));
    b.switch_to(after);
    let (yes, no) = (b.block(), b.block());
    let cond = Expr::binary(BinaryOp::Eq, var(Z, 18), int(1), at(19));
    let decision = b.branch(DecisionKind::If, cond, yes, no, at(20));
    let program = program(b, Vec::new());
    let (found, done) = search(&program, ProcId(0), 1);
    assert!(done.is_complete() && found.len() == 1);
    assert!(found[0].decisions.contains(&(ProcId(0), decision, true)));
    let budget = base::Budget::unlimited();
    for outcome in [true, false] {
        let target = explore::Target::Side(ProcId(0), decision, outcome);
        assert!(!equal::excluded(&program, target, &budget));
    }
    assert!(!equal::unchanged(&program, &program.clone(), ProcId(0), &budget));
}

/// Many choices, so that parts of the search are given away and made again: every path comes, and comes once.
#[test]
fn states_that_are_made_again_go_on_where_they_were() {
    const COUNT: u32 = 7;
    let mut b = Builder::new("main", at(0));
    let vars: Vec<VarId> =
        (0..COUNT).map(|i| b.var(format!("x{i}"), range(-1, 1), VarKind::Input, at(1))).collect();
    let z = b.var("z", Type::Int, VarKind::Local, at(2));
    for (i, x) in (0..COUNT).zip(&vars) {
        let n = 10 + 20 * i;
        let handler = b.add_handler(None, at(n));
        b.protect(Some(handler));
        let body = b.block();
        b.terminate(TerminatorKind::Goto(body), at(n));
        b.protect(None);
        let (zero, others, after) = (b.block(), b.block(), b.block());
        b.switch_to(body);
        b.assign(z, Expr::binary(BinaryOp::Div, int(1), var(*x, n + 1), at(n + 2)), at(n + 3));
        let positive = Expr::binary(BinaryOp::Gt, var(z, n + 4), int(0), at(n + 5));
        b.push(InstrKind::Check { cond: positive, kind: raised(0) }, at(n + 6));
        b.terminate(TerminatorKind::Goto(after), at(n + 7));
        b.add_catch(handler, Caught::Kinds(vec![ErrorKind::DivisionByZero]), zero, at(n + 8));
        b.add_catch(handler, Caught::All, others, at(n + 9));
        for to in [zero, others] {
            b.switch_to(to);
            b.terminate(TerminatorKind::Goto(after), at(n + 10));
        }
        b.switch_to(after);
    }
    let program = program(b, Vec::new());
    for jobs in [1, 2] {
        let plan = Plan { jobs, ..Plan::within(Bounds::default()) };
        let (found, done) = search_as(&program, ProcId(0), &plan);
        assert!(done.is_complete() && done.cut == 0 && done.queries > 2_000, "{} questions", done.queries);
        assert_eq!((found.len(), ways(&found).len()), (3_usize.pow(COUNT), 3_usize.pow(COUNT)));
    }
}
