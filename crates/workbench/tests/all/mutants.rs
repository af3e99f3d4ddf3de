//! Mutants as programs: each operator makes what it should, and whatever is made is well formed, can be printed,
//! and differs from the original and from all others.

use front_impl::random::{Shape, program as random_program};
use imperative::{Program, print, verify};
use source::Files;
use std::collections::BTreeSet;
use std::path::Path;
use suite::mutants::Operator;
use suite::mutants::imperative::{Mutant, mutants};

fn all(name: &str, text: &str) -> (Program, Vec<Mutant>) {
    let mut files = Files::new();
    let file = files.add(name, text);
    let program = front_impl::load(&files, file).program.unwrap_or_else(|| panic!("{name} is well typed"));
    let procs: Vec<_> = program.proc_ids().collect();
    let made = mutants(&files, &program, &procs);
    (program, made)
}

/// What an operator makes of a program: `from → to`, in order.
fn made(text: &str, operator: Operator) -> Vec<String> {
    let (_, made) = all("p.impl", text);
    made.iter().filter(|m| m.operator == operator).map(|m| format!("{} → {}", m.from, m.to)).collect()
}

fn check(name: &str, text: &str) -> usize {
    let (program, made) = all(name, text);
    let mut texts = BTreeSet::from([print(&program)]);
    let mut last = 0;
    for m in &made {
        let changed = m.apply(&program);
        let what = format!("{name}: {} becomes {}", m.from, m.to);
        if let Err(flaws) = verify(&changed) {
            panic!("{what}: {flaws:?}");
        }
        assert!(texts.insert(print(&changed)), "{what} is there twice, or the original");
        assert!(m.span.start >= last, "{what} is out of order");
        last = m.span.start;
        assert!(m.from != m.to || m.from.contains('…'), "{what}");
        assert!(!m.from.contains('$') && !m.to.contains('$'), "{what}");
    }
    made.len()
}

#[test]
fn arithmetic() {
    let expected = ["x + y → x - y", "x + y → x * y", "x + y → x / y", "x + y → x % y"];
    assert_eq!(made("z := x + y", Operator::Arithmetic), expected);
    // Reals have no remainder.
    assert_eq!(made("z := x - 0.5", Operator::Arithmetic).len(), 3);
}

#[test]
fn comparisons() {
    assert_eq!(made("if x == y then z := x + 1", Operator::Comparison).len(), 4);
    assert_eq!(made("if x == y then z := x + 1", Operator::Negation), ["x == y → x /= y"]);
    // References are equal or not.
    let text = "if x.tail == y and y /= nil then x := nil";
    let expected = [
        "x.tail == y and y /= nil → x.tail /= y and y /= nil",
        "x.tail == y and y /= nil → x.tail == y and y == nil",
    ];
    assert_eq!(made(text, Operator::Comparison), expected);
}

#[test]
fn booleans() {
    let text = "if x > 0 and y > 0 then z := 1";
    let whole = "x > 0 and y > 0";
    let expected =
        [format!("{whole} → x > 0 or y > 0"), format!("{whole} → x > 0"), format!("{whole} → y > 0")];
    assert_eq!(made(text, Operator::Boolean), expected);
    assert_eq!(made(text, Operator::Negation), [format!("{whole} → not ({whole})")]);
}

#[test]
fn constants() {
    assert_eq!(made("x := 5", Operator::Constant), ["5 → 6", "5 → 4", "5 → 0"]);
    assert_eq!(made("x := 1", Operator::Constant), ["1 → 2", "1 → 0"]);
    assert_eq!(made("x := 0", Operator::Constant), ["0 → 1", "0 → -1"]);
    assert_eq!(made("x := true", Operator::Constant), ["true → false"]);
}

#[test]
fn fields() {
    let tree = "struct node { left: node, right: node, key: int } proc f(x: node): node { ";
    let read = made(&format!("{tree} return x.left }}"), Operator::Field);
    assert_eq!(read, ["x.left → x.right"]);
    let write = made(&format!("{tree} x.right := nil; x.key := 2; return x }}"), Operator::Field);
    assert_eq!(write, ["x.right → x.left"]);
}

#[test]
fn nil_and_new() {
    let text = "x := y.tail; x.tail := y; z := new cons(1, new cons(2, nil)); w := nil";
    let expected =
        ["y.tail → nil", "y → nil", "new cons(1, new cons(2, nil)) → nil", "new cons(2, nil) → nil"];
    assert_eq!(made(text, Operator::Nil), expected);
}

#[test]
fn indices() {
    let text = "proc f(a: int[], i: int): int { a[0] := 7; return a[i] + a[i - 1] }";
    let sum = "a[i] + a[i - 1]";
    let expected = [
        "0 → 1".to_string(),
        "0 → -1".to_string(),
        format!("{sum} → a[i + 1] + a[i - 1]"),
        format!("{sum} → a[i - 1] + a[i - 1]"),
        format!("{sum} → a[i] + a[i - 0]"),
        format!("{sum} → a[i] + a[i - 2]"),
    ];
    assert_eq!(made(text, Operator::Index), expected);
    // The constants that are indices are not listed again.
    assert_eq!(made(text, Operator::Constant).len(), 3);
}

#[test]
fn deletions() {
    let text =
        "proc f(x: cons) { x.head := 1 } x := y; f(x); z := g(x); assert z == 1; while z > 0 { z := z - 1 }
                proc g(x: cons): int { return 1 }";
    let expected = [
        "x.head := 1 → skip",
        "x := y → skip",
        "f(x) → skip",
        "z == 1 → true",
        "z > 0 → false",
        "z := z - 1 → skip",
    ];
    assert_eq!(made(text, Operator::Deletion), expected);
}

#[test]
fn bounds_of_loops() {
    let loop_over =
        |condition: &str| made(&format!("while {condition} {{ i := i + 1 }}"), Operator::LoopBound);
    assert_eq!(loop_over("i < n"), ["i < n → i <= n", "i < n → i < (n - 1)"]);
    assert_eq!(loop_over("i <= 9"), ["i <= 9 → i < 9", "i <= 9 → i <= 10"]);
    assert_eq!(loop_over("i /= n"), ["i /= n → i /= (n + 1)", "i /= n → i /= (n - 1)"]);
    assert!(made("if i < n then i := 1", Operator::LoopBound).is_empty());
}

#[test]
fn a_condition_with_a_call_changes_as_a_whole() {
    // The call counts itself, so that it shows whether it was made.
    let text = "proc f(c: cons): bool { c.head := c.head + 1; return c.head > 1 }
                proc g(c: cons, b: bool): int { if b and f(c) then return 1; return 0 }";
    let (program, made) = all("p.impl", text);
    let run = |to: &str, b: bool| {
        let m = made.iter().find(|m| m.operator == Operator::Boolean && m.to == to);
        let changed = m.unwrap_or_else(|| panic!("{to} is made")).apply(&program);
        let g = changed.proc_named("g").expect("it is there");
        let mut input = imperative::machine::State::new(&changed, g);
        let (int, nil) = (imperative::machine::Value::int, imperative::machine::Value::Nil);
        let cell = input.heap.cell(imperative::StructId(0), vec![int(1), nil]);
        let params = changed.proc(g).expect("it is there").params.clone();
        input.set(params[0], imperative::machine::Value::Ref(cell));
        input.set(params[1], imperative::machine::Value::Bool(b));
        let done = imperative::machine::run(&changed, g, input, &Default::default());
        let calls = done.state.heap.get(cell).map(|c| c.values()[0].clone());
        (done.result, calls.map(|c| c != int(1)))
    };
    let (one, zero) = (Some(imperative::machine::Value::int(1)), Some(imperative::machine::Value::int(0)));
    assert_eq!(run("b or f(c)", true), (one.clone(), Some(false)));
    assert_eq!(run("b or f(c)", false), (one.clone(), Some(true)));
    assert_eq!(run("b", true), (one.clone(), Some(false)));
    assert_eq!(run("b", false), (zero, Some(false)));
    assert_eq!(run("f(c)", true), (one.clone(), Some(true)));
    assert_eq!(run("f(c)", false), (one, Some(true)));
}

#[test]
fn every_mutant_of_the_corpus_is_well_formed_and_different() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/impl");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "impl") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            count += check(&path.display().to_string(), &text);
        }
    }
    println!("{count} mutants");
    assert!(count > 1_000, "{count}");
}

#[test]
fn every_mutant_of_random_programs_is_well_formed_and_different() {
    for seed in 0..300 {
        check(&format!("seed {seed}"), &random_program(seed, Shape::FULL));
    }
}

#[test]
fn conditions_of_any_depth_stay_within_the_bound() {
    let mut text = "x > 0".to_string();
    for _ in 0..150 {
        text = format!("not ({text} and y > 0)");
    }
    check("deep", &format!("if {text} then z := 1"));
}
