//! Input of any size and shape: an answer or a message, never a crash.

use crate::reading;

use front_impl::parse_formula;
use imperative::machine::{Options, Outcome, State, run};
use reading::load;
use source::Files;

fn messages(text: &str) -> String {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let loaded = front_impl::load(&files, file);
    for problem in &loaded.diagnostics {
        assert!(problem.place().is_some() || !problem.is_error(), "an error without a place");
    }
    source::render_all(&loaded.diagnostics, &files, false)
}

#[test]
fn deep_nesting_is_an_error() {
    let n = 100_000;
    for text in [
        format!("x := {}1{}", "(".repeat(n), ")".repeat(n)),
        format!("x := {}1", "(".repeat(n)),
        "if a then ".repeat(n),
        format!("{}skip{}", "if a then { ".repeat(n), "}".repeat(n)),
        "while a do ".repeat(n),
        "{".repeat(n),
        "(".repeat(n),
        format!("x := {}1", "-".repeat(n)),
        format!("x := {}1", "not ".repeat(n)),
        format!("x := 1{}", " + 1".repeat(n)),
        format!("x := a{}", ".tail".repeat(n)),
        format!("x := {}1{}", "a[".repeat(n), "]".repeat(n)),
        format!("x := {}1{}", "f(".repeat(n), ")".repeat(n)),
        format!("x := {}1{}", "new cons(".repeat(n), ", nil)".repeat(n)),
        format!("x := {}1{}", "1 + (".repeat(n), ")".repeat(n)),
        format!("if a then skip {}", "else if a then skip ".repeat(n)),
        format!("requires {}acyclic(x)", "not ".repeat(n)),
    ] {
        assert!(messages(&text).contains("nested too deeply"), "{}", &text[..40]);
    }
}

#[test]
fn nesting_up_to_the_limit_is_fine() {
    let n = 350;
    for text in [
        format!("x := 1{}", " + 1".repeat(n)),
        format!("x := {}1", "not ".repeat(n)),
        format!("x := 1{}", " == 1".repeat(n)),
        format!("x := y{}", ".tail".repeat(n)),
        format!("if a{} then skip", " and a".repeat(n)),
        format!("{}x := 1{}", "if a then {".repeat(n), "}".repeat(n)),
        format!("{}x := 1{}", "while a do {".repeat(n), "}".repeat(n)),
        format!("proc f(n: int): int {{ return n }} if a{} then skip", " and f(a)".repeat(100)),
    ] {
        let loaded = load(&text);
        let main = loaded.program.main.expect("a main program");
        let _ = imperative::print(&loaded.program);
        let printed = front_impl::print(&loaded.tree);
        assert!(load(&printed).tree == loaded.tree);
        let mut start = State::new(&loaded.program, main);
        for v in loaded.program.procs[main.index()].inputs().collect::<Vec<_>>() {
            let ty = loaded.program.procs[main.index()].vars[v.index()].ty.clone();
            start.set(v, imperative::machine::default_value(&ty));
        }
        let done = run(&loaded.program, main, start, &Options::default());
        assert!(matches!(done.outcome, Outcome::Ok | Outcome::Error { .. }), "{:?}", done.outcome);
    }
}

#[test]
fn ten_megabytes_are_fine() {
    // Straight lines, many variables, many branches, many loops, one long comment, one long name.
    let lines = |make: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        let mut i = 0;
        while text.len() < 10_000_000 {
            text.push_str(&make(i));
            i += 1;
        }
        text
    };
    for text in [
        lines(&|i| format!("x{} := x{} + {i};\n", i % 50, (i + 1) % 50)),
        lines(&|i| format!("v{i} := v{} + 1;\n", i / 2)),
        lines(&|i| format!("if x == {i} then y{i} := 1 else x := y{i};\n")),
        lines(&|i| format!("while l{i} /= nil {{ l{i} := l{i}.tail }}\n")),
    ] {
        let mut files = Files::new();
        let file = files.add("large.impl", text);
        let loaded = front_impl::load(&files, file);
        assert!(loaded.program.is_some(), "{}", source::render_all(&loaded.diagnostics, &files, false));
    }
    assert!(messages(&format!("// {}\nx := ", "a".repeat(10_000_000))).contains("expected an expression"));
    assert!(messages(&format!("{} := 1 1", "a".repeat(10_000_000))).len() < 10_000);
    assert!(messages(&format!("x := {}", "1".repeat(10_000_000))).contains("digits"));
}

#[test]
fn odd_texts() {
    for text in [
        "",
        "// nothing",
        "\u{feff}x := 1",
        "x := \0",
        "é := 1",
        ";;;",
        "}",
        ")",
        "requires",
        "x.",
        "a[",
        "x := new",
        "proc",
        "proc f",
        "proc f(",
        "struct",
        "struct a {",
        "if",
        "while",
        "return",
        "x := 1 +",
        "x := y.1",
        "1 := 2",
        "f() := 1",
        "new cons(1, nil) := 2",
        "x := 1.",
        "x := .5",
        "requires true; requires",
        "struct a { a[] b; }",
        "proc f(x) { x.head := 1 } f(nil)",
        "struct cons { int head; } x.head := 1; y := x.tail",
        "struct int { int a; }",
        "requires acyclic(); skip",
        "requires disjoint(x); skip",
        "x := acyclic",
    ] {
        // A message or a program; both are fine here.
        let _ = messages(text);
    }
    assert!(messages("").is_empty(), "the empty program does nothing");
}

#[test]
fn formulas_are_checked_against_the_inputs() {
    let mut files = Files::new();
    let text = "proc len(x: cons): int { n := 0; while x /= nil { n := n + 1; x := x.tail }; return n } \
                y := 1; if x.head > k then x := x.tail";
    let file = files.add("p.impl", text);
    let mut program = front_impl::load(&files, file).program.expect("it is right");
    let main = program.main.expect("a main program");
    for good in [
        "acyclic(x)",
        "k > 3 and k < 10",
        "len(x) == 2",
        "x /= nil and not sorted(x)",
        "k",
        "disjoint(x, x.tail);",
        "nil.head == x.head",
    ] {
        let file = files.add("--assume", good);
        assert!(parse_formula(&files, file, &mut program, main).is_ok(), "{good}");
    }
    imperative::verify(&program).expect("hidden procedures are well formed");
    for (bad, part) in [
        ("k >", "expected an expression"),
        ("z == 1", "no variable `z`"),
        ("y == 1", "no variable `y`"),
        ("x == 1", "expected"),
        ("len(k)", "expected"),
        ("x.heat == 1", "no field"),
        ("k > 3 k", "end of the formula"),
        ("sorted(k)", "expected"),
        ("acyclic(x) == 1", "expected"),
        ("(acyclic(x)) == true", "a predicate inside"),
    ] {
        let file = files.add("--assume", bad);
        let problems = parse_formula(&files, file, &mut program, main).expect_err(bad);
        let shown = source::render_all(&problems, &files, false);
        assert!(shown.contains(part), "{bad}: {shown}");
    }
}
