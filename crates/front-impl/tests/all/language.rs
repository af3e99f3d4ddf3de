//! What the language means where its texts leave room: layouts, types that nothing decides, inputs, warnings.

use crate::reading;

use imperative::machine::{Options, Outcome, State, Value, run};
use imperative::{Type, VarKind};
use reading::{files_in, load};
use source::Files;

/// The value of a variable after a program without inputs.
fn value(text: &str, name: &str) -> Value {
    let loaded = load(text);
    let main = loaded.program.main.expect("a main program");
    let done = run(&loaded.program, main, State::new(&loaded.program, main), &Options::default());
    assert_eq!(done.outcome, Outcome::Ok, "{text}");
    let var = loaded.program.procs[main.index()].var_named(name).expect("it exists");
    done.state.get(var).cloned().unwrap_or_else(|| panic!("{name} has no value in {text}"))
}

fn types(text: &str) -> Vec<(String, Type, VarKind)> {
    let program = load(text).program;
    let main = program.main.expect("a main program");
    program.procs[main.index()].vars.iter().map(|v| (v.name.clone(), v.ty.clone(), v.kind)).collect()
}

fn type_of(text: &str, name: &str) -> Type {
    types(text).into_iter().find(|(n, ..)| n == name).expect("it exists").1
}

fn inputs(text: &str) -> Vec<String> {
    types(text).into_iter().filter(|(.., kind)| *kind == VarKind::Input).map(|(name, ..)| name).collect()
}

#[test]
fn the_layouts_of_the_papers_mean_the_same() {
    for text in [
        "a := 1; if a == 1 then b := 2 else b := 3",
        "a := 1; if (a == 1) then { b := 2 } else { b := 3 }",
        "a := 1; if (a == 1) { b := 2 } else { b := 3 }",
        "a := 1; if a == 1 then (b := 2) else (b := 3)",
        "a := 1; if a == 1 then b := 2; else b := 3;",
        "a := 1; if a /= 1 then b := 3 else if a == 1 then b := 2",
        "a := 1\n;\nb := 0; if a != 0 then b := 2;",
        "b := 0; while b /= 2 { b := b + 1 };",
        "b := 0; while (b /= 2) do b := b + 1",
        "b := 0; while b /= 2 do { b := b + 1; }",
        "b := 0; while b ≠ 2 do ( skip; b := b + 1 ) ; skip",
        "{ b := 1; { b := 2 } } // and a comment",
        "if 1 == 1 then { b := 2 } skip",
    ] {
        assert_eq!(value(text, "b"), Value::int(2), "{text}");
    }
}

#[test]
fn operators_bind_as_in_other_languages() {
    for (text, wanted) in [
        ("1 + 2 * 3", 7),
        ("10 - 3 - 2", 5),
        ("100 / 10 / 2", 5),
        ("-2 * 3", -6),
        ("7 % 4 + 1", 4),
        ("1 + 1 == 2", 1),
        ("1 < 2 and 2 < 1 or 3 == 3", 1),
        ("not 1 == 2", 1),
        ("not 0 and 0", 0),
        ("(1 == 1) + 1", 2),
        ("1 == 1 == 1", 1),
        ("5 and 0 or 7", 1),
        ("--3", 3),
    ] {
        assert_eq!(value(&format!("x := {text}"), "x"), Value::int(wanted), "{text}");
    }
}

#[test]
fn comparisons_are_numbers_unless_booleans_are_at_work() {
    assert_eq!(type_of("y := a == b", "y"), Type::Int);
    assert_eq!(type_of("y := true; y := a == b", "y"), Type::Bool);
    assert_eq!(type_of("b := true; y := not b", "y"), Type::Bool);
    assert_eq!(type_of("b := true; y := a == 1 and b; z := y or a == 2", "z"), Type::Bool);
    assert_eq!(type_of("if a and b then skip", "a"), Type::Int);
    assert_eq!(type_of("proc p(x: int): bool { return x == 1 } y := p(1)", "y"), Type::Bool);
    assert_eq!(value("x := 3; if x then y := 1 else y := 2", "y"), Value::int(1));
    assert_eq!(value("b := false; n := 0; if b or n == 0 then y := 1 else y := 2", "y"), Value::int(1));
}

#[test]
fn lists_that_never_meet_are_of_one_type_if_they_can_be() {
    for text in [
        "x.head := 1; y.head := 2",
        "x.tail.head := 7; if x.head == 7 then r := 1",
        "y := x.tail.tail.head + x.head",
        "x := new cons(1, nil); y := new cons(2, new cons(3, nil)); z.tail := nil",
    ] {
        assert_eq!(load(text).program.structs.len(), 1, "{text}");
    }
    let nested = "n := x.head.head + 1; x := x.tail; y.head := 3";
    let program = load(nested).program;
    assert_eq!(program.structs.len(), 2, "a list of lists has two kinds of cells");
    assert_eq!(type_of(nested, "y"), program.structs[0].fields[0].ty, "y is a list of numbers");
    assert_eq!(load("n := 1; m := n + 1").program.structs.len(), 0);
    assert_eq!(load("x := nil").program.structs.len(), 1);
    // Heads that are references to cells of the same kind.
    let tree = load("x := x.head; x := x.tail").program;
    assert_eq!(tree.structs[0].fields[0].ty, tree.structs[0].fields[1].ty);
}

#[test]
fn fields_tell_the_struct() {
    let two = "struct a { int v; a next; } struct b { real w; b next; }";
    let program = format!("{two} x := y.next; x.w := 1.5");
    assert_eq!(type_of(&program, "y"), Type::Ref(imperative::StructId(1)));
    assert_eq!(type_of(&format!("{two} n := y.v"), "y"), Type::Ref(imperative::StructId(0)));
    let own = "struct cons { bool head; int[] tail; } x.head := true; n := x.tail.length";
    assert_eq!(load(own).program.structs.len(), 1);
}

#[test]
fn inputs_are_read_before_they_are_written() {
    assert_eq!(inputs("x := 1; y := x + z"), ["z"]);
    assert_eq!(inputs("if c then x := 1; y := x"), ["c", "x"]);
    assert_eq!(inputs("if c then x := 1 else x := 2; y := x"), ["c"]);
    assert_eq!(inputs("while n > 0 { m := n; n := n - 1 }; k := m"), ["n", "m"]);
    assert_eq!(inputs("x.head := x.head"), ["x"]);
    assert_eq!(inputs("requires k > 0; x := 1"), ["k"]);
    assert_eq!(inputs("a[i] := v"), ["v", "a", "i"]);
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    let bump = "proc bump(x: cons): int { x.head := x.head + 1; return x.head } x := new cons(0, nil);";
    for (text, wanted) in [
        ("r := x.head * 10 + bump(x)", 1),
        ("r := bump(x) * 10 + x.head", 11),
        ("r := bump(x) * 10 + bump(x)", 12),
        ("y := new cons(x.head, new cons(bump(x), nil)); r := y.head * 10 + y.tail.head", 1),
        ("a := new int[3]; a[bump(x)] := x.head; r := a[1] * 10 + x.head", 1),
        ("r := x.head; if x.head == 0 and bump(x) == 1 and x.head == 1 then r := 5", 5),
        ("if x.head == 1 and bump(x) == 1 then skip; r := x.head", 0),
        ("if x.head == 0 or bump(x) == 1 then skip; r := x.head", 0),
        ("b := x.head == 1 or bump(x) == 2; r := x.head * 10 + b", 10),
        ("while bump(x) < 4 do skip; r := x.head", 4),
    ] {
        assert_eq!(value(&format!("{bump} {text}"), "r"), Value::int(wanted), "{text}");
    }
}

#[test]
fn the_corpus_loads_without_a_word() {
    for (name, text) in files_in("corpus/impl", "impl") {
        let mut files = Files::new();
        let file = files.add(format!("{name}.impl"), text);
        let loaded = front_impl::load(&files, file);
        assert!(loaded.diagnostics.is_empty(), "{}", source::render_all(&loaded.diagnostics, &files, false));
    }
}

#[test]
fn likely_mistakes_are_warned_of() {
    let warned = |text: &str, part: &str| {
        let mut files = Files::new();
        let file = files.add("test.impl", text);
        let loaded = front_impl::load(&files, file);
        assert!(loaded.program.is_some(), "{text}");
        let shown = source::render_all(&loaded.diagnostics, &files, false);
        assert!(shown.starts_with("warning") && shown.contains(part), "{text}: {shown}");
    };
    warned("proc f(n: int): int { if n > 0 then r := 1; return r } x := f(1)", "may be read before");
    warned("proc f(n: int): int { if n > 0 then return 1 } x := f(1)", "can end without its result");
    warned("struct a { int v; } struct b { int v; } x.v := 1", "several structs");
}

#[test]
fn claims_that_nothing_looks_at_are_warned_of_and_kept() {
    for text in
        ["x := 1; assert x == 1 and (forall k in 1 .. 3: k > 0)", "x := 1; assert exists k in 1 .. 3: k == x"]
    {
        let mut files = Files::new();
        let file = files.add("t.impl", text);
        let loaded = front_impl::load(&files, file);
        let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(said, ["this claim is not used"], "{text}");
        let program = loaded.program.expect("only a warning");
        imperative::verify(&program).expect("well formed");
        let main = &program.procs[program.main.expect("a main program").index()];
        assert_eq!((main.claims.len(), main.requires.len()), (1, 0), "{text}");
        assert!(main.claims[0].span.start > 0 && !main.ghosts.is_empty(), "{text}");
    }
    // A search obeys a requirement for every number of a range.
    let mut files = Files::new();
    let file = files.add("t.impl", "requires forall k in 0 .. n - 1: a[k] > 0; x := a[0]");
    let loaded = front_impl::load(&files, file);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let program = loaded.program.expect("it is right");
    imperative::verify(&program).expect("well formed");
    assert_eq!(program.procs[program.main.expect("a main program").index()].requires.len(), 1);
    // Claims add no inputs and no statements.
    assert_eq!(
        inputs("ensures y == old(x); y := x; while y < 3 { invariant y <= 3; variant 3 - y; y := y + 1 }"),
        ["x"]
    );
}

#[test]
fn a_procedure_without_its_result_is_an_error_of_the_run() {
    let loaded = load("proc f(n: int): int { if n > 0 then return 1 } x := f(0)");
    let main = loaded.program.main.expect("a main program");
    let done = run(&loaded.program, main, State::new(&loaded.program, main), &Options::default());
    assert!(matches!(done.outcome, Outcome::Error { kind: imperative::ErrorKind::MissingResult, .. }));
}
