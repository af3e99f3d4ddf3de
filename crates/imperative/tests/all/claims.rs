//! The judge of claims on programs built by hand: what only a builder can say. Most is tested with texts, in `front-c`.

use imperative::claims::{CellOrder, Formula, FormulaKind, List, Meaning, When, Zone};
use imperative::machine::{
    Judge, Judgement, Limits, Object, ObjectId, State, Truth, Value, required, run_watched, truth_of,
};
use imperative::{
    BinaryOp, Builder, ClaimKind, DecisionKind, Expr, Field, FieldId, InstrKind, Predicate, ProcId, Program,
    Struct, StructId, TerminatorKind, Type, VarId, VarKind, verify,
};
use source::{Files, Span};

const VALUE: FieldId = FieldId(0);

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

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b, span())
}

fn cond(op: BinaryOp, a: Expr, b: Expr) -> Formula {
    Formula::cond(binary(op, a, b), span())
}

fn value(cell: VarId) -> Expr {
    Expr::field(var(cell), VALUE, span())
}

fn formula(kind: FormulaKind) -> Formula {
    Formula::new(kind, span())
}

fn list() -> Type {
    Type::Ref(StructId(0))
}

/// A program with lists, and these procedures.
fn program(procs: Vec<Builder>) -> Program {
    let field = |name: &str, ty| Field { name: name.to_string(), ty, hidden: false, span: span() };
    let fields = vec![field("value", Type::Int), field("next", list())];
    let mut program = Builder::new("none", span()).finish_as_program();
    program.structs = vec![Struct { name: "list".to_string(), fields, span: span() }];
    program.procs = procs.into_iter().map(Builder::finish).collect();
    verify(&program).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    program
}

/// Cells with these values; the last one leads to the cell of a number, or to nil.
fn cells(state: &mut State, values: &[i64], back: Option<u32>) -> Value {
    let first = state.heap.objects.len() as u32;
    for (at, value) in values.iter().enumerate() {
        let next = first + at as u32 + 1;
        let last = at + 1 == values.len();
        let next = if last { back.map(|b| first + b) } else { Some(next) };
        let next = next.map_or(Value::Nil, |o| Value::Ref(ObjectId(o)));
        state.heap.cell(StructId(0), vec![Value::int(*value), next]);
    }
    if values.is_empty() { Value::Nil } else { Value::Ref(ObjectId(first)) }
}

/// What is said of one list, as the only requirement.
fn of_list(make: impl Fn(&mut Builder, VarId) -> Formula) -> impl Fn(&[i64], Option<u32>) -> Truth {
    let mut b = Builder::new("main", span());
    let p = b.var("p", list(), VarKind::Param, span());
    let said = make(&mut b, p);
    b.claim(ClaimKind::Requires(said.clone()), span());
    let program = program(vec![b]);
    move |values, back| {
        let mut state = State::new(&program, ProcId(0));
        let start = cells(&mut state, values, back);
        state.set(p, start);
        let truth = required(&program, ProcId(0), &state, &Limits::default());
        assert_eq!(truth, truth_of(&program, ProcId(0), &said, &state, &Limits::default()));
        truth
    }
}

fn here(p: VarId) -> List {
    List { start: var(p), when: When::Here }
}

fn for_cells(b: &mut Builder, p: VarId, count: usize, order: CellOrder) -> Formula {
    let cells: Vec<VarId> = (0..count).map(|_| b.ghost("c", list(), Meaning::Bound, span())).collect();
    let rises =
        cells.windows(2).map(|pair| cond(BinaryOp::Lt, value(pair[0]), value(pair[1]))).collect::<Vec<_>>();
    let first = cond(BinaryOp::Gt, value(cells[0]), int(0));
    let body = Box::new(rises.into_iter().fold(first, |a, b| a.and(b, span())));
    formula(FormulaKind::Cells { cells, order, of: here(p), body })
}

fn unknown(why: &str) -> Truth {
    Truth::Unknown(why.to_string())
}

#[test]
fn cells_of_lists_that_end_and_of_cyclic_ones() {
    let single = of_list(|b, p| for_cells(b, p, 1, CellOrder::Single));
    assert_eq!(single(&[], None), Truth::Holds);
    assert_eq!(single(&[2, 1], None), Truth::Holds);
    assert_eq!(single(&[2, 0], None), Truth::Fails);
    assert_eq!(single(&[2, 1], Some(0)), Truth::Holds);
    assert_eq!(single(&[2, 0], Some(1)), Truth::Fails);

    let pairs = of_list(|b, p| for_cells(b, p, 2, CellOrder::Adjacent));
    assert_eq!(pairs(&[2], None), Truth::Holds);
    assert_eq!(pairs(&[1, 2, 3], None), Truth::Holds);
    assert_eq!(pairs(&[1, 3, 2], None), Truth::Fails);
    // 3 comes before 1 around the cycle.
    assert_eq!(pairs(&[1, 2, 3], Some(0)), Truth::Fails);

    let triples = of_list(|b, p| for_cells(b, p, 3, CellOrder::Adjacent));
    assert_eq!(triples(&[2, 1], None), Truth::Holds);
    assert_eq!(triples(&[1, 2, 3, 4], None), Truth::Holds);
    assert_eq!(triples(&[1, 2, 3, 1], None), Truth::Fails);
    assert_eq!(triples(&[1, 2], Some(0)), Truth::Fails);

    for count in [2, 3] {
        let ordered = of_list(move |b, p| for_cells(b, p, count, CellOrder::Ordered));
        assert_eq!(ordered(&[1], None), Truth::Holds);
        assert_eq!(ordered(&[1, 2, 4, 9], None), Truth::Holds);
        assert_eq!(ordered(&[1, 2, 4, 3], None), Truth::Fails);
        assert_eq!(ordered(&[1, 2, 3], Some(2)), unknown("the list is cyclic"));
    }
}

#[test]
fn lengths_and_sums() {
    let length = of_list(|b, p| {
        let n = b.ghost("n", Type::Int, Meaning::Length(here(p)), span());
        cond(BinaryOp::Eq, var(n), int(2))
    });
    assert_eq!(length(&[4, 4], None), Truth::Holds);
    assert_eq!(length(&[4], None), Truth::Fails);
    assert_eq!(length(&[4, 4], Some(0)), unknown("the list is cyclic"));
    let sum = of_list(|b, p| {
        let n = b.ghost("n", Type::Int, Meaning::Sum(here(p)), span());
        cond(BinaryOp::Eq, var(n), int(5))
    });
    assert_eq!(sum(&[4, -1, 2], None), Truth::Holds);
    assert_eq!(sum(&[], None), Truth::Fails);
    assert_eq!(sum(&[5], Some(0)), unknown("the list is cyclic"));
    // Shapes are defined for cycles, too.
    let acyclic = of_list(|_, p| formula(FormulaKind::Predicate(Predicate::Acyclic(var(p)))));
    assert_eq!(acyclic(&[5, 6], None), Truth::Holds);
    assert_eq!(acyclic(&[5, 6], Some(1)), Truth::Fails);
    let sorted = of_list(|_, p| formula(FormulaKind::Predicate(Predicate::Sorted(var(p)))));
    assert_eq!(sorted(&[5, 6], None), Truth::Holds);
    assert_eq!(sorted(&[5, 6], Some(0)), Truth::Fails);
}

#[test]
fn what_errs_cannot_be_told_unless_what_is_left_of_it_decides() {
    let positive = |p: VarId| cond(BinaryOp::Gt, value(p), int(0));
    let is_nil = |p: VarId| cond(BinaryOp::Eq, var(p), Expr::nil(span()));
    let plain = of_list(|_, p| positive(p));
    assert_eq!(plain(&[1], None), Truth::Holds);
    let nil = unknown("it cannot be evaluated: nil dereference");
    assert_eq!(plain(&[], None), nil);
    let guarded = of_list(|_, p| is_nil(p).or(positive(p), span()));
    assert_eq!(guarded(&[], None), Truth::Holds);
    assert_eq!(guarded(&[0], None), Truth::Fails);
    let late = of_list(|_, p| positive(p).or(is_nil(p), span()));
    assert_eq!(late(&[], None), nil);
    let implied = of_list(|_, p| is_nil(p).negated(span()).implies(positive(p), span()));
    assert_eq!(implied(&[], None), Truth::Holds);
    // Also inside of one condition, and of a ghost that is not looked at.
    let inside = of_list(|b, p| {
        let old = b.ghost("old", Type::Int, Meaning::At(When::Entry, value(p)), span());
        let nil = binary(BinaryOp::Eq, var(p), Expr::nil(span()));
        Formula::cond(Expr::or(nil, binary(BinaryOp::Gt, var(old), int(0)), span()), span())
    });
    assert_eq!(inside(&[], None), Truth::Holds);
    assert_eq!(inside(&[0], None), Truth::Fails);
    let both = of_list(|_, p| formula(FormulaKind::Iff(Box::new(is_nil(p)), Box::new(positive(p)))));
    assert_eq!(both(&[0], None), Truth::Holds);
    assert_eq!(both(&[], None), nil);
}

#[test]
fn quantifiers_with_a_range_and_without_one() {
    let said =
        |word: Option<Type>, all: bool, low: i64, high: Option<i64>, body: &dyn Fn(VarId) -> Formula| {
            let mut b = Builder::new("main", span());
            let k = b.ghost("k", word.unwrap_or(Type::Int), Meaning::Bound, span());
            let mut premise = cond(BinaryOp::Ge, var(k), int(low));
            if let Some(high) = high {
                premise = premise.and(cond(BinaryOp::Lt, var(k), int(high)), span());
            }
            let body = body(k);
            let kind = match all {
                true => FormulaKind::Forall(k, Box::new(premise.implies(body, span()))),
                false => FormulaKind::Exists(k, Box::new(premise.and(body, span()))),
            };
            b.claim(ClaimKind::Requires(formula(kind)), span());
            let program = program(vec![b]);
            required(&program, ProcId(0), &State::new(&program, ProcId(0)), &Limits::default())
        };
    let below = |n: i64| move |k: VarId| cond(BinaryOp::Lt, binary(BinaryOp::Mul, var(k), var(k)), int(n));
    assert_eq!(said(None, true, -3, Some(4), &below(10)), Truth::Holds);
    assert_eq!(said(None, true, -3, Some(4), &below(9)), Truth::Fails);
    assert_eq!(said(None, true, 4, Some(4), &below(0)), Truth::Holds);
    assert_eq!(said(None, false, 1, Some(4), &below(2)), Truth::Holds);
    assert_eq!(said(None, false, 1, Some(4), &below(1)), Truth::Fails);
    let open = unknown("the formula does not say from where to where `k` goes");
    assert_eq!(said(None, true, 0, None, &below(10)), open);
    assert_eq!(said(None, false, 0, None, &below(10)), open);
    // A small type is a range of its own, and bounds what a formula says.
    let byte = || Some(Type::Word(imperative::Word::unsigned(8)));
    assert_eq!(said(byte(), true, 0, None, &below(255 * 255 + 1)), Truth::Holds);
    assert_eq!(said(byte(), true, 0, Some(1000), &below(255 * 255 + 1)), Truth::Holds);
    assert_eq!(said(byte(), true, 0, Some(1000), &below(255 * 255)), Truth::Fails);
    let wide = Some(Type::Word(imperative::Word::signed(32)));
    assert_eq!(said(wide, true, 0, None, &below(10)), open);
    // Far too many numbers.
    let huge = unknown("there is too much to look at");
    assert_eq!(said(None, true, 0, Some(i64::MAX), &|k| cond(BinaryOp::Ge, var(k), int(0))), huge);
}

#[test]
fn numbers_that_are_bound_together() {
    // exists i, j: 0 <= i < j < 5 and i * j == n
    let found = |n: i64| {
        let mut b = Builder::new("main", span());
        let i = b.ghost("i", Type::Int, Meaning::Bound, span());
        let j = b.ghost("j", Type::Int, Meaning::Bound, span());
        let order = cond(BinaryOp::Le, int(0), var(i))
            .and(cond(BinaryOp::Lt, var(i), var(j)), span())
            .and(cond(BinaryOp::Lt, var(j), int(5)), span());
        let product = cond(BinaryOp::Eq, binary(BinaryOp::Mul, var(i), var(j)), int(n));
        let inner = formula(FormulaKind::Exists(j, Box::new(order.and(product, span()))));
        b.claim(ClaimKind::Requires(formula(FormulaKind::Exists(i, Box::new(inner)))), span());
        let program = program(vec![b]);
        required(&program, ProcId(0), &State::new(&program, ProcId(0)), &Limits::default())
    };
    assert_eq!(found(12), Truth::Holds);
    assert_eq!(found(9), Truth::Fails);
}

/// Counts down from n; an invariant says that n stays above a number.
fn counting(above: i64, loop_entry: bool) -> (Program, VarId) {
    let mut b = Builder::new("main", span());
    let n = b.var("n", Type::Int, VarKind::Param, span());
    let l = b.open_loop(span());
    let invariant = if loop_entry {
        let old = b.ghost("old", Type::Int, Meaning::At(When::LoopEntry, var(n)), span());
        cond(BinaryOp::Ge, var(n), binary(BinaryOp::Sub, var(old), int(above)))
    } else {
        cond(BinaryOp::Gt, var(n), int(above))
    };
    b.claim(ClaimKind::Invariant(l, invariant), span());
    let (inside, after) = (b.block(), b.block_outside(l));
    let d = b.branch(DecisionKind::While, binary(BinaryOp::Gt, var(n), int(0)), inside, after, span());
    b.loop_decision(l, d);
    b.switch_to(inside);
    b.assign(n, binary(BinaryOp::Sub, var(n), int(1)), span());
    let same = b.ghost("same", Type::Int, Meaning::At(When::Iteration, var(n)), span());
    let point = b.point();
    let dropped = cond(BinaryOp::Eq, var(n), binary(BinaryOp::Sub, var(same), int(1)));
    b.claim(ClaimKind::Assert(point, dropped), span());
    let header = b.header(l);
    b.terminate(TerminatorKind::Goto(header), span());
    b.close_loop(l);
    (program(vec![b]), n)
}

fn judged(program: &Program, n: VarId, value: i64) -> Vec<Judgement> {
    let mut judge = Judge::new(program);
    let mut state = State::new(program, ProcId(0));
    state.set(n, Value::int(value));
    run_watched(program, ProcId(0), state, &Limits::default(), &mut judge);
    judge.judgements().cloned().collect()
}

#[test]
fn an_invariant_fails_at_its_third_visit() {
    let (program, n) = counting(3, false);
    let found = judged(&program, n, 5);
    // 5 4 | 3 2 1 0
    assert_eq!((found[0].held, found[0].failed, found[0].unknown), (2, 4, 0));
    let failure = found[0].failure.expect("it failed");
    assert_eq!((failure.run, failure.activation, failure.visit), (1, 1, 3));
    assert_eq!(failure.at.point.block, program.procs[0].loops[0].header);
    // The iteration started with one more.
    assert_eq!((found[1].held, found[1].failed, found[1].unknown), (5, 0, 0));

    let (program, n) = counting(2, true);
    let found = judged(&program, n, 5);
    assert_eq!((found[0].held, found[0].failed), (3, 3));
    assert_eq!(judged(&program, n, 2)[0].failed, 0);
}

#[test]
fn each_activation_has_its_own_entry() {
    // proc f(n): if n > 0 { f(n - 1) }; n := n + 1; return n      ensures result == old(n) + 1, and then wrongly n == old(n)
    let mut b = Builder::new("f", span());
    let n = b.var("n", Type::Int, VarKind::Param, span());
    b.proc().result = Some(Type::Int);
    let old = b.ghost("old", Type::Int, Meaning::At(When::Entry, var(n)), span());
    let result = b.ghost("result", Type::Int, Meaning::Result, span());
    let next = binary(BinaryOp::Add, var(old), int(1));
    b.claim(ClaimKind::Ensures(cond(BinaryOp::Eq, var(result), next)), span());
    b.claim(ClaimKind::Ensures(cond(BinaryOp::Eq, var(n), var(old))), span());
    b.claim(ClaimKind::Requires(cond(BinaryOp::Gt, var(n), int(0))), span());
    let (then, after) = (b.block(), b.block());
    b.branch(DecisionKind::If, binary(BinaryOp::Gt, var(n), int(0)), then, after, span());
    b.switch_to(then);
    let args = vec![binary(BinaryOp::Sub, var(n), int(1))];
    b.push(InstrKind::Call { dst: None, proc: ProcId(0), args, backs: Vec::new() }, span());
    b.terminate(TerminatorKind::Goto(after), span());
    b.switch_to(after);
    b.assign(n, binary(BinaryOp::Add, var(n), int(1)), span());
    b.terminate(TerminatorKind::Return(Some(var(n))), span());
    let program = program(vec![b]);
    let found = judged(&program, n, 3);
    assert_eq!((found[0].held, found[0].failed), (4, 0));
    assert_eq!((found[1].held, found[1].failed), (0, 4));
    // The innermost activation returns first.
    assert_eq!(found[1].failure.map(|f| (f.activation, f.visit)), Some((4, 1)));
    assert_eq!((found[2].held, found[2].failed), (3, 1));
}

#[test]
fn memory_that_is_there_and_apart() {
    let mut b = Builder::new("main", span());
    let (a, n) = (
        b.var("a", Type::Array(Box::new(Type::Int)), VarKind::Param, span()),
        b.var("n", Type::Int, VarKind::Param, span()),
    );
    let zone = |low: Expr, high: Expr| Zone { base: var(a), range: Some((low, high)) };
    let valid = formula(FormulaKind::Valid(zone(int(0), var(n)), false));
    let apart = formula(FormulaKind::Separated(vec![zone(int(0), var(n)), zone(int(2), int(2))]));
    let program = program(vec![b]);
    let of = |f: &Formula, size: Option<i64>, last: i64| {
        let mut state = State::new(&program, ProcId(0));
        let array = size.map(|size| state.heap.array(Type::Int, (0..size).map(Value::int).collect()));
        state.set(a, array.map_or(Value::Nil, Value::Ref));
        state.set(n, Value::int(last));
        let before = truth_of(&program, ProcId(0), f, &state, &Limits::default());
        // What was freed is not there.
        for object in &mut state.heap.objects {
            *object = object.gone(&program);
        }
        (before, truth_of(&program, ProcId(0), f, &state, &Limits::default()))
    };
    use Truth::{Fails, Holds};
    assert_eq!(of(&valid, Some(3), 2), (Holds, Fails));
    assert_eq!(of(&valid, Some(3), 3).0, Fails);
    assert_eq!(of(&valid, Some(0), -1), (Holds, Holds));
    assert_eq!(of(&valid, None, 0).0, Fails);
    assert_eq!(of(&apart, Some(3), 1).0, Holds);
    assert_eq!(of(&apart, Some(3), 2).0, Fails);
    assert_eq!(of(&apart, None, 2).0, Holds);
}

#[test]
fn what_was_freed_or_never_written_cannot_be_told() {
    let mut b = Builder::new("main", span());
    let (p, q) = (b.var("p", list(), VarKind::Param, span()), b.var("q", list(), VarKind::Param, span()));
    let said = [
        for_cells(&mut b, p, 1, CellOrder::Single),
        formula(FormulaKind::SameLists(here(p), here(q))),
        formula(FormulaKind::SameElements(vec![here(p)], vec![here(q)])),
        formula(FormulaKind::Predicate(Predicate::Sorted(var(p)))),
        formula(FormulaKind::Predicate(Predicate::Acyclic(var(p)))),
    ];
    let program = program(vec![b]);
    let truths = |change: &dyn Fn(&mut State)| {
        let mut state = State::new(&program, ProcId(0));
        for v in [p, q] {
            let start = cells(&mut state, &[1, 2], None);
            state.set(v, start);
        }
        change(&mut state);
        let truth = |f: &Formula| truth_of(&program, ProcId(0), f, &state, &Limits::default());
        said.iter().map(truth).collect::<Vec<_>>()
    };
    assert_eq!(truths(&|_| ()), vec![Truth::Holds; 5]);
    let second = ObjectId(1);
    let other = truths(&|state| assert!(state.heap.set_field(second, VALUE, Value::int(7))));
    assert_eq!(other, [Truth::Holds, Truth::Fails, Truth::Fails, Truth::Holds, Truth::Holds]);
    let freed = truths(&|state| {
        let gone = state.heap.get(second).map(|o| o.gone(&program));
        if let (Some(place), Some(gone)) = (state.heap.objects.get_mut(second.index()), gone) {
            *place = gone;
        }
    });
    let gone = unknown("a cell of the list was freed");
    let led = unknown("something was freed that it leads to");
    assert_eq!(freed, [gone.clone(), gone.clone(), gone.clone(), gone, led]);
    let unwritten = truths(&|state| {
        if let Some(Object::Cell { fields, .. }) = state.heap.objects.get_mut(second.index()) {
            fields[0] = Value::Nothing;
        }
    });
    let never = unknown("the data of a cell were never written");
    assert_eq!(unwritten[0], unknown("it cannot be evaluated: uninitialised variable"));
    assert_eq!(unwritten[1..], [never.clone(), never.clone(), never, Truth::Holds]);
    let open = truths(&|state| assert!(state.heap.set_field(second, FieldId(1), Value::Nothing)));
    assert!(open.iter().all(|t| matches!(t, Truth::Unknown(_))), "{open:?}");
}

#[test]
fn procedures_are_called_on_a_copy() {
    // proc positive(p): p.value := p.value - 1; return p.value >= 0
    let mut b = Builder::new("positive", span());
    let p = b.var("p", list(), VarKind::Param, span());
    b.proc().result = Some(Type::Bool);
    let less = binary(BinaryOp::Sub, value(p), int(1));
    b.push(InstrKind::StoreField { object: var(p), field: VALUE, value: less }, span());
    b.terminate(TerminatorKind::Return(Some(binary(BinaryOp::Ge, value(p), int(0)))), span());
    let mut main = Builder::new("main", span());
    let q = main.var("q", list(), VarKind::Param, span());
    let call = formula(FormulaKind::Call { proc: ProcId(0), args: vec![var(q)] });
    main.claim(ClaimKind::Requires(call.clone().and(call, span())), span());
    let program = program(vec![b, main]);
    let of = |values: &[i64]| {
        let mut state = State::new(&program, ProcId(1));
        let start = cells(&mut state, values, None);
        state.set(q, start);
        required(&program, ProcId(1), &state, &Limits::default())
    };
    // If the first call changed anything, the second would fail.
    assert_eq!(of(&[1]), Truth::Holds);
    assert_eq!(of(&[0]), Truth::Fails);
    assert!(matches!(of(&[]), Truth::Unknown(_)));
}
