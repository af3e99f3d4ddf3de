//! Inputs that are objects of their own, and arrays that start anywhere.

use crate::brute::{agree, at, int, range, search, var};
use explore::{Bounds, End, PerPath, Plan};
use imperative::machine::{Object, State, Value, check_state};
use imperative::{
    BinaryOp, Builder, DecisionKind, ErrorKind, Expr, Field, InstrKind, Made, Own, ProcId, Program, Struct,
    StructId, TerminatorKind, Type, VarId, VarKind,
};

fn own(var: VarId, length: Option<u64>, first: Option<i64>) -> Own {
    Own { var, length, first, indexes: None, last: None }
}

/// Ends with a branch on a condition.
fn branch(b: &mut Builder, cond: Expr, n: u32) {
    let (yes, no) = (b.block(), b.block());
    b.branch(DecisionKind::If, cond, yes, no, at(n));
    b.switch_to(yes);
    b.terminate(TerminatorKind::Return(None), at(n + 1));
    b.switch_to(no);
    b.terminate(TerminatorKind::Return(None), at(n + 2));
}

/// `a[0] := 1; b[0] := 2; if a[0] = 2 …` for two arrays of one element.
fn two_arrays(owned: bool) -> Program {
    let mut b = Builder::new("main", at(0));
    let ty = Type::Array(Box::new(Type::Int));
    let (x, y) = (b.var("x", ty.clone(), VarKind::Input, at(1)), b.var("y", ty, VarKind::Input, at(2)));
    if owned {
        b.proc().own = vec![own(x, Some(1), None), own(y, Some(1), None)];
    }
    for (v, n, value) in [(x, 10, 1), (y, 20, 2)] {
        b.push(InstrKind::StoreElement { array: var(v, n), index: int(0), value: int(value) }, at(n + 1));
    }
    let read = Expr::element(var(x, 30), int(0), at(31));
    branch(&mut b, Expr::binary(BinaryOp::Eq, read, int(2), at(32)), 33);
    b.finish_as_program()
}

#[test]
fn arrays_of_their_own_are_never_the_same() {
    let (found, done) = search(&two_arrays(false), ProcId(0), 1);
    assert!(done.is_complete());
    assert_eq!(found.iter().filter(|f| f.end == End::Ok).count(), 2, "two arrays may be one");
    for per_path in [PerPath::One, PerPath::Shapes(3), PerPath::Different { count: 2, cells: 3 }] {
        let program = two_arrays(true);
        let plan = Plan { per_path, ..Plan::within(Bounds::default()) };
        let (found, done) = crate::brute::search_as(&program, ProcId(0), &plan);
        assert!(done.is_complete(), "{:?}", done.reasons);
        assert!(!found.is_empty());
        assert!(
            found.iter().all(|f| f.end == End::Ok && !f.decisions[0].2),
            "nothing errs, nothing is shared"
        );
        assert!(found.iter().all(|f| f.input.heap.objects.len() == 2), "{per_path:?}");
        assert!(found.iter().all(|f| f.condition == "true"), "{}", found[0].condition);
    }
    let smallest = Plan::within(Bounds { minimal: true, ..Bounds::default() });
    let (found, _) = crate::brute::search_as(&two_arrays(true), ProcId(0), &smallest);
    assert_eq!(found.len(), 1);
}

/// What nothing asks for must not lead to an object of its own either.
#[test]
fn nothing_else_leads_to_what_is_of_its_own() {
    let cell = Type::Ref(StructId(0));
    let mut b = Builder::new("main", at(0));
    let x = b.var("x", cell.clone(), VarKind::Input, at(1));
    let p = b.var("p", cell.clone(), VarKind::Input, at(2));
    let q = b.var("q", cell.clone(), VarKind::Input, at(3));
    b.proc().own = vec![own(x, None, None)];
    let next = |v, n| Expr::field(var(v, n), imperative::FieldId(0), at(n + 1));
    let differ = Expr::binary(BinaryOp::Ne, next(p, 10), next(q, 20), at(30));
    let other = Expr::binary(BinaryOp::Ne, next(x, 40), Expr::nil(at(42)), at(43));
    branch(&mut b, Expr::and(differ, other, at(44)), 50);
    let mut program = b.finish_as_program();
    let field = Field { name: "next".to_string(), ty: cell, hidden: false, span: at(0) };
    program.structs = vec![Struct { name: "cell".to_string(), fields: vec![field], span: at(0) }];
    let (found, done) = search(&program, ProcId(0), 1);
    assert!(done.is_complete());
    // Two ends on nil, two sides.
    assert_eq!(found.len(), 4);
}

#[test]
fn inputs_by_hand_are_told_what_is_wrong() {
    let program = two_arrays(true);
    let array = |state: &mut State, n: usize| Value::Ref(state.heap.array(Type::Int, vec![Value::int(0); n]));
    let mut good = State::new(&program, ProcId(0));
    let (x, y) = (array(&mut good, 1), array(&mut good, 1));
    good.set(VarId(0), x.clone());
    good.set(VarId(1), y);
    assert_eq!(check_state(&program, ProcId(0), &good), Ok(()));
    let wrong = |value: Value| {
        let mut state = good.clone();
        state.set(VarId(1), value);
        check_state(&program, ProcId(0), &state).expect_err("it is wrong")
    };
    assert!(wrong(Value::Nil).contains("nil"));
    assert!(wrong(x).contains("one object"));
    let mut long = good.clone();
    let two = array(&mut long, 2);
    long.set(VarId(0), two);
    assert!(check_state(&program, ProcId(0), &long).expect_err("it is wrong").contains("2 elements"));
}

/// `a(i)` for an array from `a'First` to `a'Last`: an error exactly outside of it.
#[test]
fn arrays_start_anywhere_where_the_language_says_so() {
    let mut b = Builder::new("main", at(0));
    let a = b.var("a", Type::Array(Box::new(range(0, 1))), VarKind::Input, at(1));
    let i = b.var("i", range(-3, 3), VarKind::Input, at(2));
    b.proc().own = vec![own(a, Some(2), None)];
    let position = Expr::binary(BinaryOp::Sub, var(i, 3), Expr::first(var(a, 4), at(5)), at(6));
    let read = Expr::element(var(a, 7), position, at(8));
    branch(&mut b, Expr::binary(BinaryOp::Eq, read, int(1), at(9)), 10);
    let mut program = b.finish_as_program();
    program.facts.array_bounds = true;
    let mut inputs = Vec::new();
    for (first, i, x, y) in
        (-4..=4).flat_map(|f| (-3..=3).flat_map(move |i| [(f, i, 0, 0), (f, i, 0, 1), (f, i, 1, 0)]))
    {
        let mut state = State::new(&program, ProcId(0));
        let array = Object::Array { element: range(0, 1), values: vec![Value::int(x), Value::int(y)], first };
        let array = state.heap.add(array);
        state.set(a, Value::Ref(array));
        state.set(i_of(), Value::int(i));
        inputs.push(state);
    }
    let found = agree(&program, ProcId(0), 1, inputs.into_iter(), true);
    assert_eq!(found.len(), 3);
    assert!(found.iter().any(|f| matches!(f.end, End::Error(ErrorKind::IndexOutOfRange, _))));
    // Elsewhere all arrays start at 0.
    let plain = Program { facts: imperative::Facts::default(), ..program };
    let (found, done) = search(&plain, ProcId(0), 1);
    assert!(done.is_complete());
    let first_is_zero = |o: &Object| matches!(o, Object::Array { first: 0, .. });
    assert!(found.iter().all(|f| f.input.heap.objects.iter().all(first_is_zero)));
}

fn i_of() -> VarId {
    VarId(1)
}

/// New arrays have the bounds that they are made with, and known bounds of inputs are kept.
#[test]
fn new_arrays_keep_their_bounds() {
    let mut b = Builder::new("main", at(0));
    let n = b.var("n", range(-2, 4), VarKind::Input, at(1));
    let a = b.var("a", Type::Array(Box::new(Type::Int)), VarKind::Input, at(2));
    let made = b.var("made", Type::Array(Box::new(Type::Int)), VarKind::Local, at(3));
    b.proc().own = vec![own(a, Some(3), Some(-7))];
    let object = Made::Array { element: Type::Int, length: var(n, 4), first: Some(var(n, 5)) };
    b.push(InstrKind::Make { dst: made, object, zeroed: true, owned: false }, at(6));
    let sum =
        Expr::binary(BinaryOp::Add, Expr::first(var(made, 7), at(8)), Expr::first(var(a, 9), at(10)), at(11));
    branch(&mut b, Expr::binary(BinaryOp::Eq, sum, int(-4), at(12)), 13);
    let mut program = b.finish_as_program();
    program.facts.array_bounds = true;
    let inputs = (-2..=4).map(|i| {
        let mut state = State::new(&program, ProcId(0));
        let array = Object::Array { element: Type::Int, values: vec![Value::int(0); 3], first: -7 };
        let array = state.heap.add(array);
        state.set(n, Value::int(i));
        state.set(a, Value::Ref(array));
        state
    });
    agree(&program, ProcId(0), 1, inputs.collect::<Vec<_>>().into_iter(), true);
}
