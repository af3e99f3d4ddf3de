//! The machine on programs built by hand: limits, errors, traces, predicates, comparison of states.

use base::Int;
use imperative::machine::{
    Event, Limit, Limits, ObjectId, Options, Outcome, Place, State, Value, check_state, difference, holds,
    run,
};
use imperative::{
    BinaryOp, Builder, DecisionKind, ErrorKind, Expr, ExprKind, Field, FieldId, InstrKind, Predicate, ProcId,
    Program, Requirement, RequirementKind, Struct, StructId, TerminatorKind, Type, VarId, VarKind, verify,
};
use source::{Files, Span};

fn span() -> Span {
    let mut files = Files::new();
    let file = files.add("test", "");
    files.span(file, 0, 0)
}

fn var(v: VarId) -> Expr {
    Expr::var(v, span())
}

fn int(i: i64) -> Expr {
    Expr::int(i, span())
}

/// A program with lists and trees, and one procedure.
fn program(b: Builder) -> Program {
    let field = |name: &str, ty| Field { name: name.to_string(), ty, hidden: false, span: span() };
    let list = Struct {
        name: "list".to_string(),
        fields: vec![field("value", Type::Int), field("next", Type::Ref(StructId(0)))],
        span: span(),
    };
    let (left, right) = (field("left", Type::Ref(StructId(1))), field("right", Type::Ref(StructId(1))));
    let tree = Struct { name: "tree".to_string(), fields: vec![left, right], span: span() };
    let mut program = b.finish_as_program();
    program.structs = vec![list, tree];
    verify(&program).expect("well formed");
    program
}

fn kind(outcome: &Outcome) -> Option<ErrorKind> {
    match outcome {
        Outcome::Error { kind, .. } => Some(*kind),
        _ => None,
    }
}

#[test]
fn arithmetic_is_exact_and_division_truncates() {
    for (op, a, b, wanted) in [
        (BinaryOp::Div, 7, 2, Some(3)),
        (BinaryOp::Div, -7, 2, Some(-3)),
        (BinaryOp::Div, 7, -2, Some(-3)),
        (BinaryOp::Rem, -7, 2, Some(-1)),
        (BinaryOp::Rem, 7, -2, Some(1)),
        (BinaryOp::Div, 1, 0, None),
        (BinaryOp::Rem, 1, 0, None),
        (BinaryOp::Sub, 1, 2, Some(-1)),
    ] {
        let mut b_ = Builder::new("main", span());
        let x = b_.var("x", Type::Int, VarKind::Local, span());
        b_.assign(x, Expr::binary(op, int(a), int(b), span()), span());
        let p = program(b_);
        let done = run(&p, ProcId(0), State::new(&p, ProcId(0)), &Options::default());
        match wanted {
            Some(wanted) => assert_eq!(done.state.get(x), Some(&Value::int(wanted))),
            None => assert_eq!(kind(&done.outcome), Some(ErrorKind::DivisionByZero)),
        }
    }
}

#[test]
fn limits_end_a_run() {
    // while true { x := x * x }
    let mut b = Builder::new("main", span());
    let x = b.var("x", Type::Int, VarKind::Input, span());
    let l = b.open_loop(span());
    let (inside, after) = (b.block(), b.block_outside(l));
    let d = b.branch(DecisionKind::While, Expr::bool(true, span()), inside, after, span());
    b.loop_decision(l, d);
    b.switch_to(inside);
    b.assign(x, Expr::binary(BinaryOp::Mul, var(x), var(x), span()), span());
    let header = b.header(l);
    b.terminate(TerminatorKind::Goto(header), span());
    b.close_loop(l);
    let p = program(b);
    let from = |value: i64| {
        let mut state = State::new(&p, ProcId(0));
        state.set(x, Value::int(value));
        run(&p, ProcId(0), state, &Options::default()).outcome
    };
    assert!(matches!(from(1), Outcome::Limit { limit: Limit::Steps, .. }));
    assert!(matches!(from(10), Outcome::Limit { limit: Limit::Numbers, .. }));

    let mut b = Builder::new("main", span());
    let a = b.var("a", Type::Array(Box::new(Type::Int)), VarKind::Local, span());
    let n = b.var("n", Type::Int, VarKind::Input, span());
    b.push(InstrKind::NewArray { dst: a, element: Type::Int, length: var(n) }, span());
    let p = program(b);
    let from = |value: Int| {
        let mut state = State::new(&p, ProcId(0));
        state.set(n, Value::Int(value));
        run(&p, ProcId(0), state, &Options::default()).outcome
    };
    assert_eq!(from(Int::from(5)), Outcome::Ok);
    assert_eq!(kind(&from(Int::from(-5))), Some(ErrorKind::NegativeArrayLength));
    let huge = Int::from(i64::MAX);
    assert!(matches!(from(&huge * &huge), Outcome::Limit { limit: Limit::Memory, .. }));
    assert!(matches!(from(huge), Outcome::Limit { limit: Limit::Memory, .. }));
}

#[test]
fn recursion_is_bounded_by_the_limit_alone() {
    // proc f(n): if n == 0 return 0 else return 1 + f(n - 1)
    let mut b = Builder::new("f", span());
    let n = b.var("n", Type::Int, VarKind::Param, span());
    b.proc().result = Some(Type::Int);
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, Expr::binary(BinaryOp::Eq, var(n), int(0), span()), yes, no, span());
    b.switch_to(yes);
    b.terminate(TerminatorKind::Return(Some(int(0))), span());
    b.switch_to(no);
    let t = b.temporary(Type::Int, span());
    let less = Expr::binary(BinaryOp::Sub, var(n), int(1), span());
    b.push(InstrKind::Call { dst: Some(t), proc: ProcId(0), args: vec![less], backs: Vec::new() }, span());
    b.terminate(TerminatorKind::Return(Some(Expr::binary(BinaryOp::Add, var(t), int(1), span()))), span());
    let p = program(b);
    let from = |value: i64, depth: usize| {
        let mut state = State::new(&p, ProcId(0));
        state.set(n, Value::int(value));
        let limits = Limits { depth, ..Limits::default() };
        run(&p, ProcId(0), state, &Options { limits, ..Options::default() })
    };
    assert_eq!(from(100_000, 200_000).result, Some(Value::int(100_000)));
    assert_eq!(from(3, 4).result, Some(Value::int(3)));
    let cut = from(3, 3);
    assert!(matches!(cut.outcome, Outcome::Limit { limit: Limit::Depth, .. }));
    // The state is that of the first activation, which still has its parameter.
    assert_eq!(cut.state.get(n), Some(&Value::int(3)));
    let calls = from(3, 4).trace.iter().filter(|e| matches!(e, Event::Call(_))).count();
    assert_eq!(calls, 4);
}

#[test]
fn decisions_record_their_atoms() {
    // if (a and b) or not c then skip
    let mut b = Builder::new("main", span());
    let vars = ["a", "b", "c"].map(|name| b.var(name, Type::Bool, VarKind::Input, span()));
    let [a, b_, c] = vars.map(var);
    let cond = Expr::or(Expr::and(a, b_, span()), Expr::negated(c, span()), span());
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, cond, yes, no, span());
    let p = program(b);
    let decide = |values: [bool; 3]| {
        let mut state = State::new(&p, ProcId(0));
        for (v, value) in vars.iter().zip(values) {
            state.set(*v, Value::Bool(value));
        }
        let done = run(&p, ProcId(0), state, &Options::default());
        let decision = done.trace.into_iter().find_map(|e| match e {
            Event::Decision { outcome, atoms, .. } => Some((outcome, atoms.to_vec())),
            _ => None,
        });
        decision.expect("a decision")
    };
    assert_eq!(decide([true, true, true]), (true, vec![Some(true), Some(true), None]));
    assert_eq!(decide([true, false, true]), (false, vec![Some(true), Some(false), Some(true)]));
    assert_eq!(decide([false, true, false]), (true, vec![Some(false), None, Some(false)]));
}

#[test]
fn definitions_and_uses_are_recorded_on_request() {
    // x := new list(n, nil); x.value := x.value + 1
    let mut b = Builder::new("main", span());
    let n = b.var("n", Type::Int, VarKind::Input, span());
    let x = b.var("x", Type::Ref(StructId(0)), VarKind::Local, span());
    b.push(InstrKind::New { dst: x, of: StructId(0), args: vec![var(n), Expr::nil(span())] }, span());
    let value = Expr::field(var(x), FieldId(0), span());
    let more = Expr::binary(BinaryOp::Add, value, int(1), span());
    b.push(InstrKind::StoreField { object: var(x), field: FieldId(0), value: more }, span());
    let p = program(b);
    let mut state = State::new(&p, ProcId(0));
    state.set(n, Value::int(4));
    let plain = run(&p, ProcId(0), state.clone(), &Options::default());
    assert_eq!(plain.trace, [Event::Call(ProcId(0)), Event::Return(ProcId(0))]);
    let options = Options { points: true, dataflow: true, ..Options::default() };
    let done = run(&p, ProcId(0), state, &options);
    assert_eq!(done.state.heap.field(ObjectId(0), FieldId(0)), Some(&Value::int(5)));
    let seen: Vec<String> = done
        .trace
        .iter()
        .filter_map(|e| match e {
            Event::Def { place, point, .. } => Some(format!("def {} at {}", show(place), point.index)),
            Event::Use { place, point, .. } => Some(format!("use {} at {}", show(place), point.index)),
            _ => None,
        })
        .collect();
    let wanted = [
        "use v0 at 0",
        "def a1.f0 at 0",
        "def a1.f1 at 0",
        "def v1 at 0",
        "use v1 at 1",
        "use a1.f0 at 1",
        "use v1 at 1",
        "def a1.f0 at 1",
    ];
    assert_eq!(seen, wanted);
    assert_eq!(done.trace.iter().filter(|e| matches!(e, Event::Point { .. })).count(), 3);
}

fn show(place: &Place) -> String {
    match place {
        Place::Var { var, .. } => var.to_string(),
        Place::Field(o, f) => format!("{o}.{f}"),
        Place::Element(o, i) => format!("{o}[{i}]"),
    }
}

/// A state with one list variable `x`, one tree variable `t`, and cells wired as given (0 is nil).
fn heap(lists: &[(i64, u32)], trees: &[(u32, u32)]) -> (Program, State) {
    let mut b = Builder::new("main", span());
    let x = b.var("x", Type::Ref(StructId(0)), VarKind::Input, span());
    let t = b.var("t", Type::Ref(StructId(1)), VarKind::Input, span());
    let p = program(b);
    let mut state = State::new(&p, ProcId(0));
    let at = |i: u32, offset: usize| match i {
        0 => Value::Nil,
        i => Value::Ref(ObjectId(i - 1 + offset as u32)),
    };
    for (value, next) in lists {
        state.heap.cell(StructId(0), vec![Value::int(*value), at(*next, 0)]);
    }
    for (left, right) in trees {
        state.heap.cell(StructId(1), vec![at(*left, lists.len()), at(*right, lists.len())]);
    }
    state.set(x, if lists.is_empty() { Value::Nil } else { at(1, 0) });
    state.set(t, if trees.is_empty() { Value::Nil } else { at(1, lists.len()) });
    check_state(&p, ProcId(0), &state).expect("a good state");
    (p, state)
}

fn says(p: &Program, state: &State, predicate: Predicate) -> bool {
    let r = Requirement::new(RequirementKind::Predicate(predicate), span());
    holds(p, &r, state, &Options::default()).expect("decidable")
}

#[test]
fn predicates_about_shapes() {
    let x = || var(VarId(0));
    let t = || var(VarId(1));
    for (lists, acyclic, sorted) in [
        (vec![], true, true),
        (vec![(1, 2), (1, 3), (5, 0)], true, true),
        (vec![(1, 2), (3, 3), (2, 0)], true, false),
        (vec![(1, 1)], false, false),
        (vec![(1, 2), (2, 2)], false, false),
    ] {
        let (p, state) = heap(&lists, &[]);
        assert_eq!(says(&p, &state, Predicate::Acyclic(x())), acyclic, "{lists:?}");
        assert_eq!(says(&p, &state, Predicate::Sorted(x())), sorted, "{lists:?}");
        assert_eq!(says(&p, &state, Predicate::Tree(x())), acyclic, "{lists:?}");
    }
    for (trees, acyclic, tree) in [
        (vec![], true, true),
        (vec![(2, 3), (0, 0), (0, 0)], true, true),
        (vec![(2, 2), (0, 0)], true, false),
        (vec![(2, 3), (4, 0), (4, 0), (0, 0)], true, false),
        (vec![(2, 0), (0, 1)], false, false),
        (vec![(1, 0)], false, false),
    ] {
        let (p, state) = heap(&[], &trees);
        assert_eq!(says(&p, &state, Predicate::Acyclic(t())), acyclic, "{trees:?}");
        assert_eq!(says(&p, &state, Predicate::Tree(t())), tree, "{trees:?}");
    }
    let (p, state) = heap(&[(1, 2), (2, 0)], &[]);
    let next = || Expr::field(x(), FieldId(1), span());
    assert!(!says(&p, &state, Predicate::Disjoint(x(), next())));
    assert!(says(&p, &state, Predicate::Disjoint(Expr::nil(span()), x())));
    let deep = Expr::field(Expr::field(next(), FieldId(1), span()), FieldId(1), span());
    // It looks at a field of nil, so it does not hold; neither does its opposite.
    let requirement = Requirement::new(RequirementKind::Predicate(Predicate::Acyclic(deep)), span());
    let opposite = Requirement::new(RequirementKind::Not(Box::new(requirement.clone())), span());
    for r in [requirement, opposite] {
        assert_eq!(holds(&p, &r, &state, &Options::default()), Ok(false));
    }
}

#[test]
fn states_are_compared_up_to_the_names_of_objects() {
    let vars = [VarId(0), VarId(1)];
    let (p, one) = heap(&[(1, 2), (2, 0)], &[]);
    // The same list, its cells in another order, with garbage.
    let mut other = State::new(&p, ProcId(0));
    other.heap.cell(StructId(0), vec![Value::int(2), Value::Nil]);
    other.heap.cell(StructId(0), vec![Value::int(9), Value::Nil]);
    other.heap.cell(StructId(0), vec![Value::int(1), Value::Ref(ObjectId(0))]);
    other.set(VarId(0), Value::Ref(ObjectId(2)));
    other.set(VarId(1), Value::Nil);
    assert_eq!(difference(&p, ProcId(0), &vars, &one, &other), None);
    other.heap.set_field(ObjectId(0), FieldId(0), Value::int(3));
    let differ = difference(&p, ProcId(0), &vars, &one, &other).expect("a difference");
    assert_eq!(
        (differ.place.as_str(), differ.expected.as_str(), differ.found.as_str()),
        ("x.next.value", "2", "3")
    );
    // One cell is not two, in either direction.
    let (_, cycle) = heap(&[(1, 1)], &[]);
    let (_, two) = heap(&[(1, 2), (1, 1)], &[]);
    assert!(difference(&p, ProcId(0), &vars, &cycle, &two).is_some());
    assert!(difference(&p, ProcId(0), &vars, &two, &cycle).is_some());
}

#[test]
fn states_that_do_not_fit_are_refused_and_survived() {
    let (p, good) = heap(&[(1, 0)], &[]);
    let mut states = Vec::new();
    let mut dangling = good.clone();
    dangling.set(VarId(0), Value::Ref(ObjectId(7)));
    states.push(dangling);
    let mut wrong = good.clone();
    wrong.set(VarId(0), Value::int(3));
    states.push(wrong);
    let mut short = good.clone();
    short.env.clear();
    states.push(short);
    let mut missing = good.clone();
    missing.heap.objects[0].set_values(Vec::new());
    states.push(missing);
    let mut other_kind = good;
    other_kind.set(VarId(1), Value::Ref(ObjectId(0)));
    states.push(other_kind);
    for state in states {
        assert!(check_state(&p, ProcId(0), &state).is_err(), "{state:?}");
        let _ = run(&p, ProcId(0), state.clone(), &Options::default());
        let _ = says(&p, &state, Predicate::Acyclic(Expr::nil(span())));
    }
}

#[test]
fn unsupported_things_and_assumptions_end_a_run() {
    for (kind, wanted) in [
        (InstrKind::Unsupported("a union".to_string()), "undetermined"),
        (InstrKind::Assume(Expr::bool(false, span())), "excluded"),
        (InstrKind::Assume(Expr::bool(true, span())), "ok"),
        (InstrKind::Skip, "ok"),
    ] {
        let mut b = Builder::new("main", span());
        b.push(kind, span());
        let p = program(b);
        let found = match run(&p, ProcId(0), State::new(&p, ProcId(0)), &Options::default()).outcome {
            Outcome::Ok => "ok",
            Outcome::Undetermined { .. } => "undetermined",
            Outcome::Excluded { .. } => "excluded",
            _ => "other",
        };
        assert_eq!(found, wanted);
    }
}

#[test]
fn the_verifier_finds_what_is_wrong() {
    let good = || {
        let mut b = Builder::new("main", span());
        let x = b.var("x", Type::Int, VarKind::Input, span());
        b.assign(x, int(1), span());
        let (yes, no) = (b.block(), b.block());
        b.branch(DecisionKind::If, Expr::bool(true, span()), yes, no, span());
        program(b)
    };
    type Break = fn(&mut Program);
    let breaks: &[Break] = &[
        |p| p.main = Some(ProcId(3)),
        |p| p.procs[0].blocks.clear(),
        |p| p.procs[0].vars[0].ty = Type::Bool,
        |p| p.procs[0].vars[0].ty = Type::Ref(StructId(9)),
        |p| p.procs[0].vars[0].kind = VarKind::Param,
        |p| p.procs[0].decisions[0].cond = int(1),
        |p| p.procs[0].decisions[0].atoms.clear(),
        |p| p.procs[0].blocks[1].terminator.kind = TerminatorKind::Goto(imperative::BlockId(9)),
        |p| p.procs[0].blocks[0].terminator.kind = TerminatorKind::Goto(imperative::BlockId(1)),
        |p| p.procs[0].blocks[1].terminator.kind = TerminatorKind::Return(Some(int(1))),
        |p| p.procs[0].blocks[1].in_loop = Some(imperative::LoopId(0)),
        |p| {
            let kind = InstrKind::Call { dst: None, proc: ProcId(0), args: vec![int(1)], backs: Vec::new() };
            p.procs[0].blocks[1].instrs.push(imperative::Instr { kind, span: span() });
        },
        |p| {
            let mut deep = Expr::bool(true, span());
            for _ in 0..2000 {
                deep = Expr::negated(deep, span());
            }
            let kind = InstrKind::Assume(deep);
            p.procs[0].blocks[1].instrs.push(imperative::Instr { kind, span: span() });
        },
        |p| {
            let cond = Expr::new(ExprKind::IntToBool(Box::new(Expr::nil(span()))), span());
            p.procs[0].requires.push(Requirement::new(RequirementKind::Cond(cond), span()));
        },
    ];
    for (i, break_it) in breaks.iter().enumerate() {
        let mut p = good();
        break_it(&mut p);
        assert!(verify(&p).is_err(), "{i}");
        // Even a broken program does not take the machine with it.
        if i != 12 {
            let _ = run(&p, ProcId(0), State::new(&p, ProcId(0)), &Options::default());
            let _ = imperative::print(&p);
        }
    }
}
