//! Two programs: the same on all inputs, or an input that tells them apart.

use crate::programs::load;
use base::Budget;
use explore::{Bounds, Difference, Plan, differ};
use imperative::machine::{Options, Outcome, Run, State, difference_of_values, run};
use imperative::{ProcId, Program};

/// Do two runs of the same procedure end differently?
fn ends_differ(p: &Program, main: ProcId, a: &Run, b: &Run) -> bool {
    match (&a.outcome, &b.outcome) {
        (Outcome::Ok, Outcome::Ok) => {
            let mut pairs = Vec::new();
            if p.main == Some(main) {
                for v in p.procs[main.index()].named_vars() {
                    match (a.state.get(v), b.state.get(v)) {
                        (Some(x), Some(y)) => pairs.push((v.to_string(), x, y)),
                        (None, None) => {}
                        _ => return true,
                    }
                }
            }
            if let (Some(x), Some(y)) = (&a.result, &b.result) {
                pairs.push(("result".to_string(), x, y));
            }
            difference_of_values(p, pairs, &a.state.heap, &b.state.heap).is_some()
        }
        (Outcome::Error { kind: x, .. }, Outcome::Error { kind: y, .. }) => x != y,
        _ => true,
    }
}

fn compare(a: &str, b: &str) -> Difference {
    let ((_, a), (_, b)) = (load(a), load(b));
    let main = a.main.unwrap_or(ProcId::new(a.procs.len() - 1));
    let plan = Plan::within(Bounds { loops: Some(2), depth: Some(4), ..Bounds::default() });
    let mut differs = |input: &State| {
        let x = run(&a, main, input.clone(), &Options::default());
        let y = run(&b, main, input.clone(), &Options::default());
        ends_differ(&a, main, &x, &y)
    };
    differ(&a, &b, main, &plan, &Budget::unlimited(), &mut u64::MAX.clone(), &mut differs)
}

#[test]
fn the_same_in_other_words_is_the_same() {
    for (a, b, all) in [
        ("if x > y then z := 1 else z := 2", "if x >= y + 1 then z := 1 else z := 2", true),
        ("z := x + x", "z := 2 * x", true),
        ("x.head := 1; y.head := 2", "x.head := 1; y.head := 1 + 1", true),
        ("if x == nil then z := 1 else z := x.head", "if x /= nil then z := x.head else z := 1", true),
        ("p := new cons(1, nil); z := p.head", "p := new cons(1, nil); z := 1", true),
        (
            "while x /= nil { x.head := 0; x := x.tail }",
            "while x /= nil { x.head := 0 + 0; x := x.tail }",
            false,
        ),
        (
            "proc f(x: cons): int { if x == nil then return 0; return 1 + f(x.tail) }",
            "proc f(x: cons): int { if x /= nil then return f(x.tail) + 1; return 0 }",
            false,
        ),
    ] {
        match compare(a, b) {
            Difference::None { everywhere } => assert_eq!(everywhere, all, "{a} | {b}"),
            other => panic!("{a} | {b}: {other:?}"),
        }
    }
}

#[test]
fn what_differs_somewhere_is_found() {
    for (a, b) in [
        ("if x > 1000 then z := 1 else z := 2", "if x >= 1000 then z := 1 else z := 2"),
        ("z := x * 3 - y", "z := x * 3 + y"),
        // Only where both are the same cell.
        ("x.head := 1; y.head := 2; z := x.head", "y.head := 2; x.head := 1; z := x.head"),
        ("x.tail := y; z := 1", "x.tail := nil; z := 1"),
        ("z := 10 / x", "z := 10 / (x + 0 * y); if x == 77 then z := 1"),
        ("while x > 0 { x := x - 1 }", "while x > 0 { x := x - 0 }"),
        ("assert x /= 5", "assert x /= 6"),
    ] {
        assert!(matches!(compare(a, b), Difference::Input(_)), "{a} | {b}: {:?}", compare(a, b));
    }
}
