//! Programs that no front end would make: nothing panics, and nothing is claimed.

use crate::support;

use criteria::{Criterion, Meter, Seen, goals, is_met, witnesses};
use imperative::machine::{Limits, ObjectId, Outcome, State, Value};
use imperative::{
    Block, BlockId, Builder, DecisionId, DecisionKind, Expr, FieldId, InstrKind, LoopId, Point, ProcId,
    Program, Statement, StructId, Terminator, TerminatorKind, Type, VarId, VarKind,
};
use source::{Files, Span};
use support::load;

fn span() -> Span {
    let mut files = Files::new();
    let file = files.add("t", "");
    files.span(file, 0, 0)
}

/// Measures one run with every criterion, and asks everything that can be asked.
fn ask_everything(program: &Program, entry: ProcId, input: &State) -> (Outcome, Vec<Seen>) {
    let mut outcome = Outcome::Ok;
    let mut all = Vec::new();
    for criterion in Criterion::ALL {
        let mut meter = Meter::new(program, &[criterion]);
        let limits = Limits { steps: 500, depth: 20, ..Limits::default() };
        let (_, first) = meter.run(entry, input.clone(), &limits);
        let (done, seen) = meter.run(entry, input.clone(), &limits);
        assert_eq!(first, seen, "a meter forgets the run before");
        outcome = done.outcome;
        let procs: Vec<ProcId> = (0..program.procs.len() + 2).map(ProcId::new).collect();
        for goal in goals(program, &procs, criterion).list {
            let _ = (
                goal.describe(program),
                is_met::<criteria::Seen>(&goal, &[]),
                witnesses(&goal, &[seen.clone(), first.clone()]),
            );
        }
        all.push(seen);
    }
    (outcome, all)
}

#[test]
fn empty_procedures_and_missing_ones() {
    let mut program = Builder::new("main", span()).finish_as_program();
    let input = State::new(&program, ProcId(0));
    ask_everything(&program, ProcId(0), &input);
    let (outcome, _) = ask_everything(&program, ProcId(7), &input);
    assert!(matches!(outcome, Outcome::Undetermined { .. }));
    program.procs[0].blocks.clear();
    ask_everything(&program, ProcId(0), &input);
    program.procs.clear();
    ask_everything(&program, ProcId(0), &input);
}

#[test]
fn instructions_that_are_not_supported() {
    let mut b = Builder::new("main", span());
    b.statement(span());
    b.push(InstrKind::Unsupported("goto".to_string()), span());
    b.statement(span());
    b.push(InstrKind::Skip, span());
    let program = b.finish_as_program();
    let (outcome, _) = ask_everything(&program, ProcId(0), &State::new(&program, ProcId(0)));
    assert!(matches!(outcome, Outcome::Undetermined { .. }));
    let mut meter = Meter::new(&program, &[Criterion::Statement]);
    let (_, seen) = meter.run(ProcId(0), State::new(&program, ProcId(0)), &Limits::default());
    let goals = goals(&program, &[ProcId(0)], Criterion::Statement).list;
    // The run got to the first statement and no further.
    assert_eq!(
        goals.iter().map(|g| is_met(g, std::slice::from_ref(&seen))).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn hidden_procedures_have_no_goals() {
    let mut main = Builder::new("main", span());
    let x = main.var("x", Type::Int, VarKind::Input, span());
    main.push(
        InstrKind::Call {
            dst: Some(x),
            proc: ProcId(1),
            args: vec![Expr::var(x, span())],
            backs: Vec::new(),
        },
        span(),
    );
    let mut program = main.finish_as_program();
    let hidden = {
        let mut callee = Builder::new("callee", span());
        let n = callee.var("n", Type::Int, VarKind::Param, span());
        callee.statement(span());
        let (yes, no) = (callee.block(), callee.block());
        callee.branch(DecisionKind::If, Expr::bool(true, span()), yes, no, span());
        callee.switch_to(yes);
        callee.terminate(TerminatorKind::Return(Some(Expr::var(n, span()))), span());
        callee.proc().hidden = true;
        callee.finish()
    };
    program.procs.push(hidden);
    let mut input = State::new(&program, ProcId(0));
    input.set(x, Value::int(1));
    ask_everything(&program, ProcId(0), &input);
    for criterion in Criterion::ALL {
        let goals = goals(&program, &[ProcId(0), ProcId(1)], criterion).list;
        assert!(goals.iter().all(|g| g.proc == ProcId(0)), "{}", criterion.name());
    }
}

#[test]
fn numbers_that_lead_nowhere() {
    let (_, good) = load("x := new cons(1, nil); while n > 0 and n < 9 { n := n - x.head }; a := new int[n]");
    let main = good.main.expect("a main program");
    let input = State::new(&good, main);
    let far = |i: u32| Terminator { kind: TerminatorKind::Goto(BlockId(i)), span: span() };
    let mut broken = Vec::new();
    let mut p = good.clone();
    p.procs[0].blocks[1].terminator = far(99);
    broken.push(p);
    let mut p = good.clone();
    p.procs[0].decisions.clear();
    broken.push(p);
    let mut p = good.clone();
    p.procs[0].vars.clear();
    broken.push(p);
    let mut p = good.clone();
    p.structs.clear();
    broken.push(p);
    let mut p = good.clone();
    p.procs[0].loops[0].decision = DecisionId(50);
    p.procs[0].loops[0].header = BlockId(70);
    p.procs[0].statements.push(Statement { point: Point { block: BlockId(44), index: 3 }, span: span() });
    p.procs[0].statements.push(Statement { point: Point { block: BlockId(0), index: 33 }, span: span() });
    broken.push(p);
    let mut p = good.clone();
    p.procs[0].blocks[0].in_loop = Some(LoopId(8));
    p.procs[0].blocks[2].in_loop = None;
    broken.push(p);
    let mut p = good.clone();
    let object = Expr::var(VarId(77), span());
    let store = InstrKind::StoreField { object, field: FieldId(9), value: Expr::nil(span()) };
    let call =
        InstrKind::Call { dst: Some(VarId(70)), proc: ProcId(60), args: Vec::new(), backs: Vec::new() };
    let new = InstrKind::New { dst: VarId(71), of: StructId(12), args: vec![Expr::nil(span())] };
    for kind in [new, store, call] {
        p.procs[0].blocks[0].instrs.push(imperative::Instr { kind, span: span() });
    }
    broken.push(p);
    let mut p = good.clone();
    p.procs[0].blocks.push(Block { instrs: Vec::new(), terminator: far(0), in_loop: None, handler: None });
    broken.push(p);
    for program in &broken {
        ask_everything(program, main, &input);
        let mut strange = input.clone();
        strange.heap.array(Type::Bool, vec![Value::Nil]);
        strange.set(VarId(0), Value::Ref(ObjectId(5)));
        strange.set(VarId(1), Value::Ref(ObjectId(0)));
        ask_everything(program, main, &strange);
    }
}

#[test]
fn more_atoms_than_a_word_has_bits() {
    // n /= 0 and … and n /= 99: at most one atom is false, and those after it are not evaluated.
    let mut b = Builder::new("main", span());
    let n = b.var("n", Type::Int, VarKind::Input, span());
    let atom =
        |k: i64| Expr::binary(imperative::BinaryOp::Ne, Expr::var(n, span()), Expr::int(k, span()), span());
    let cond = (1..100).fold(atom(0), |e, k| Expr::and(e, atom(k), span()));
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, cond, yes, no, span());
    let program = b.finish_as_program();
    let runs: Vec<i64> = vec![-1, 3, 63, 64, 80, 99];
    let measure = |criterion| -> Vec<Seen> {
        let mut meter = Meter::new(&program, &[criterion]);
        let one = |k: &i64| {
            let mut input = State::new(&program, ProcId(0));
            input.set(n, Value::int(*k));
            meter.run(ProcId(0), input, &Limits::default()).1
        };
        runs.iter().map(one).collect()
    };
    for criterion in [
        Criterion::MultipleCondition,
        Criterion::Mcdc(criteria::Mcdc::Masking),
        Criterion::Mcdc(criteria::Mcdc::UniqueCause),
    ] {
        let seen = measure(criterion);
        let goals = goals(&program, &[ProcId(0)], criterion).list;
        let met: Vec<usize> = (0..goals.len()).filter(|g| is_met(&goals[*g], &seen)).collect();
        match criterion {
            // All true, which comes first, and those where atom k is the first to be false: from the last on.
            Criterion::MultipleCondition => assert_eq!(met, [0, 1, 20, 36, 37, 97]),
            _ => assert_eq!(met, [3, 63, 64, 80, 99]),
        }
    }
    let seen = measure(Criterion::Condition);
    let goals = goals(&program, &[ProcId(0)], Criterion::Condition).list;
    let met = goals.iter().filter(|g| is_met(g, &seen)).count();
    assert_eq!(met, 105);
}

#[test]
fn many_ways_are_cut_short_and_said_so() {
    let mut text = String::from("x := 1;\n");
    for i in 0..14 {
        text.push_str(&format!("if n > {i} then skip else m := {i};\n"));
    }
    text.push_str("y := x");
    let (_, program) = load(&text);
    let main = program.main.expect("a main program");
    let list = goals(&program, &[main], Criterion::AllDuPaths);
    assert!(list.truncated && list.list.len() <= 2_000);
    ask_everything(&program, main, &State::new(&program, main));
    assert!(!goals(&program, &[main], Criterion::AllUses).truncated);
}
