//! Filling parts of arrays.

use crate::brute::{agree, at, int, range, search, search_as, var};
use explore::{Bounds, End, Plan, Why};
use imperative::machine::{Object, Options, State, Value, run};
use imperative::{
    BinaryOp, Builder, Caught, DecisionKind, ErrorKind, Expr, InstrKind, Own, ProcId, Program,
    TerminatorKind, Type, VarId, VarKind,
};

const LENGTH: i64 = 3;
const A: VarId = VarId(0);
const X: VarId = VarId(1);
const N: VarId = VarId(2);

/// `a[x .. x + n - 1] := value; if a[2] = 1 …` for an array of three elements; with `caught`, errors are caught.
fn filling(value: impl Fn(VarId) -> Expr, caught: bool) -> Program {
    let mut b = Builder::new("main", at(0));
    let a = b.var("a", Type::Array(Box::new(range(0, 2))), VarKind::Input, at(1));
    let x = b.var("x", range(-1, 4), VarKind::Input, at(2));
    let n = b.var("n", range(-1, 4), VarKind::Input, at(3));
    b.proc().own = vec![Own { var: a, length: Some(LENGTH as u64), first: None, indexes: None, last: None }];
    let i = b.temporary(Type::Int, at(4));
    let handler = b.add_handler(None, at(5));
    b.protect(caught.then_some(handler));
    let body = b.block();
    b.terminate(TerminatorKind::Goto(body), at(6));
    b.protect(None);
    let after = b.block();
    b.switch_to(body);
    let fill =
        InstrKind::Fill { array: var(a, 7), from: var(x, 8), count: var(n, 9), index: i, value: value(i) };
    b.push(fill, at(10));
    b.terminate(TerminatorKind::Goto(after), at(11));
    b.add_catch(handler, Caught::All, after, at(12));
    b.switch_to(after);
    let (yes, no) = (b.block(), b.block());
    let last = Expr::element(var(a, 13), int(2), at(14));
    b.branch(DecisionKind::If, Expr::binary(BinaryOp::Eq, last, int(1), at(15)), yes, no, at(16));
    b.finish_as_program()
}

fn inputs(program: &Program) -> Vec<State> {
    let mut out = Vec::new();
    for code in 0..27 {
        let elements: Vec<i64> = vec![code % 3, code / 3 % 3, code / 9];
        for x in -1..=4 {
            for n in -1..=4 {
                let mut state = State::new(program, ProcId(0));
                let values = elements.iter().map(|i| Value::int(*i)).collect();
                let array = state.heap.add(Object::Array { element: range(0, 2), values, first: 0 });
                state.set(A, Value::Ref(array));
                state.set(X, Value::int(x));
                state.set(N, Value::int(n));
                out.push(state);
            }
        }
    }
    out
}

/// The elements of an input.
fn elements(state: &State) -> Vec<i64> {
    let number = |v: &Value| v.as_int().and_then(base::Int::to_i64).expect("a number");
    state.heap.objects[0].values().iter().map(number).collect()
}

/// The value of an element, by the variable that counts.
type Filling = Box<dyn Fn(VarId) -> Expr>;

/// `a[i]`, which is copied onto a part of the array itself; `4 / (a[i] + 1) - 1` errs nowhere, `1 / a[i]` on zeros.
fn values() -> Vec<(bool, Filling)> {
    let element = |i: VarId| Expr::element(var(A, 20), var(i, 21), at(22));
    let inverse = move |i: VarId| {
        Expr::within(
            Expr::binary(BinaryOp::Div, int(1), element(i), at(23)),
            imperative::Word::range(0, 2),
            at(24),
        )
    };
    vec![(true, Box::new(element)), (false, Box::new(inverse)), (false, Box::new(|_| int(1)))]
}

#[test]
fn elements_are_computed_before_any_is_stored() {
    for (copies, value) in values() {
        let program = filling(value, false);
        for input in inputs(&program) {
            let done = run(&program, ProcId(0), input.clone(), &Options::default());
            let number =
                |v| input.get(v).and_then(Value::as_int).and_then(base::Int::to_i64).expect("a number");
            let (x, n) = (number(X), number(N));
            let fits = n <= 0 || x >= 0 && x + n <= LENGTH;
            if !copies || !fits {
                assert!(fits || matches!(done.outcome, imperative::machine::Outcome::Error { .. }));
                continue;
            }
            let before = elements(&input);
            let wanted: Vec<i64> = (0..LENGTH)
                .map(|k| before[usize::try_from(if k >= x && k < x + n { k - x } else { k }).expect("small")])
                .collect();
            assert_eq!(elements(&done.state), wanted, "{before:?} from {x}, {n}");
        }
    }
}

#[test]
fn searches_find_what_runs_do() {
    for caught in [false, true] {
        for (_, value) in values() {
            let program = filling(value, caught);
            agree(&program, ProcId(0), 4, inputs(&program).into_iter(), true);
        }
    }
}

/// Where more may be filled than the bound on loops allows, that is said; a search that deepens goes on.
#[test]
fn long_fillings_are_cut_by_the_bound() {
    let program = filling(|_| int(1), false);
    let (found, done) = search(&program, ProcId(0), 1);
    assert!(done.cut > 0 && done.lost.keys().any(|why| *why == Why::Bound("--loops 1".to_string())));
    assert!(found.iter().any(|f| f.end == End::Ok));
    assert!(found.iter().any(|f| matches!(f.end, End::Error(ErrorKind::IndexOutOfRange, _))));
    let plan = Plan { deepen: true, ..Plan::within(Bounds { loops: Some(1), ..Bounds::default() }) };
    let (found, done) = search_as(&program, ProcId(0), &plan);
    assert!(done.is_complete(), "{:?}", done.reasons);
    assert_eq!(found.iter().filter(|f| f.end == End::Ok).count(), 2);
}
