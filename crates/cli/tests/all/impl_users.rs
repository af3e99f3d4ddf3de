//! What people meet who test IMPL programs: reasons that are true, tests of changed programs, tests as programs, shapes.

use crate::running;

use running::Scratch;
use serde_json::Value;

fn json(scratch: &Scratch, args: &[&str]) -> Value {
    let (_, out, err) = scratch.run(args);
    serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"))
}

/// The goals without tests: what they are, what is known of them, and why.
fn missing(root: &Value) -> Vec<(String, String, String)> {
    let text = |v: &Value| v.as_str().unwrap_or("").to_string();
    let all = root["criteria"].as_array().expect("criteria");
    let lists = all.iter().flat_map(|c| c["missing"].as_array().expect("a list"));
    lists.map(|m| (text(&m["what"]), text(&m["status"]), text(&m["reason"]))).collect()
}

fn reasons(name: &str, text: &str, criterion: &str) -> Vec<(String, String)> {
    let scratch = Scratch::new(name);
    scratch.file("p.impl", text);
    let made = json(&scratch, &["generate", "p.impl", "-c", criterion, "--format", "json"]);
    missing(&made).into_iter().map(|(_, status, why)| (status, why)).collect()
}

/// Where some runs pass a place, an error there explains nothing.
#[test]
fn errors_that_some_runs_pass_are_no_reason() {
    let texts = [
        "x := 10 / y;\nif x * x < 0 then { z := 1 }",
        "x := 10 / y;\nif y == 0 then { z := 1 }",
        "n := l.head;\nif l == nil then { if n > 1 then z := 1 else z := 2 }",
        "a := 10 / y;\nb := y;\nif b == 0 then { z := 1 };\nc := 10 / b",
    ];
    for text in texts {
        let found = reasons("passed", text, "statement");
        assert!(!found.is_empty(), "{text}");
        for (status, why) in found {
            assert_eq!(status, "infeasible", "{text}");
            assert!(!why.contains("ends in"), "{text}: {why}");
        }
    }
}

/// Where every run ends, all the errors are named.
#[test]
fn errors_in_which_every_run_ends_are_the_reason() {
    let of = |text: &str| {
        let mut found = reasons("ended", text, "statement");
        found.dedup();
        found
    };
    let said = |why: &str| vec![("infeasible".to_string(), why.to_string())];
    let one = "k := 0;\nx := 10 / k;\nz := 1;\nif x > 1 then y := 1";
    assert_eq!(of(one), said("every run before it ends in the error at line 2"));
    // The first error is that of some runs alone; the others end at the second.
    let two = "a := 10 / y;\nk := 0;\nb := 10 / k;\nif a > b then z := 1";
    assert_eq!(of(two)[..], said("every run before it ends in an error, at lines 1, 3")[..]);
    // In what is called.
    let called = "proc f(n: int): int { k := 0; return n / k }\nx := f(1);\nif x > 0 then z := 1";
    assert_eq!(of(called)[..], said("every run before it ends in the error at line 1")[..]);
}

#[test]
fn a_loop_in_which_a_run_dies_was_not_executed_so_often() {
    // The second iteration divides by zero, whatever the input is.
    let text = "i := 2;\nwhile i > 0 {\n  i := i - 1;\n  x := 1 / i\n}";
    let scratch = Scratch::new("dies");
    scratch.file("p.impl", text);
    let made = json(&scratch, &["generate", "p.impl", "-c", "loop-count", "--format", "json"]);
    let criterion = &made["criteria"][0];
    assert_eq!(
        (criterion["covered"].as_u64(), criterion["infeasible"].as_u64()),
        (Some(0), Some(3)),
        "{made}"
    );
}

/// The body of a loop is a block of its own, even where it only decides.
#[test]
fn iterations_count_for_blocks_whatever_the_body_is() {
    let bodies =
        ["if a[i] > 0 then i := i + 1 else i := i + 1", "if go then { if a[i] > 0 then i := i + 1 }"];
    for body in bodies {
        let text = format!("requires a /= nil;\ni := 0;\nwhile i < a.length do {body}");
        let scratch = Scratch::new("bodies");
        scratch.file("p.impl", &text);
        let made = json(
            &scratch,
            &[
                "generate",
                "p.impl",
                "-c",
                "block-count=1",
                "--loops",
                "3",
                "--path-length",
                "12",
                "--format",
                "json",
            ],
        );
        for test in made["tests"].as_array().expect("tests") {
            let path = test["path"].as_str().expect("a path");
            assert!(path.matches("1T").count() <= 1, "{text}: {path}");
        }
    }
}

/// A path that needs an array too long to build is listed, and the suite is not complete.
#[test]
fn arrays_that_are_too_long_lose_no_path_in_silence() {
    let texts = [
        "requires a /= nil;\nif a.length > 200000 then x := 1 else x := 2",
        "requires a /= nil;\nif a.length > 5 then { if a.length > 3000000 then x := 1 } else x := 2",
    ];
    for text in texts {
        for extra in [&[][..], &["--per-path", "3"][..], &["--per-path", "shapes"][..]] {
            let scratch = Scratch::new("long");
            scratch.file("p.impl", text);
            let args = [&["generate", "p.impl", "-c", "path", "--format", "json"][..], extra].concat();
            let made = json(&scratch, &args);
            let exploration = &made["exploration"];
            assert_eq!(exploration["complete"], false, "{made}");
            assert!(made["criteria"][0]["unknown"].as_u64().is_some_and(|n| n > 0), "{made}");
            assert!(exploration["reasons"].to_string().contains("too long to build"), "{made}");
            scratch.file("s.json", &made.to_string());
            let covered = json(&scratch, &["cover", "p.impl", "s.json", "-c", "path", "--format", "json"]);
            let unknown = |(_, status, why): &(String, String, String)| {
                status == "unknown" && why.contains("too long to build")
            };
            assert!(missing(&covered).iter().any(unknown), "{covered}");
        }
    }
}

/// The paper's Example 4: a test of the first program holds for the second one, which looks at `x` before it writes it.
#[test]
fn tests_fit_a_refactored_program_that_reads_more() {
    let scratch = Scratch::new("refactored");
    let refactored = "if (x == nil) { foundnil := 1; x := nil } else { foundnil := 0; x := nil }";
    scratch.file("first.impl", "x := nil").file("second.impl", refactored);
    scratch.file("wrong.impl", "if (x == nil) { x := nil } else { x := x }");
    scratch.file("new.impl", "if fresh > 0 then x := nil else x := nil");
    scratch.run(&["generate", "first.impl", "--format", "json", "-o", "s.json"]);
    let run = |program: &str| scratch.run(&["run", "s.json", "--program", program]);
    let (code, out, err) = run("second.impl");
    assert_eq!((code, out.as_str()), (Some(0), "1 passed, 0 failed\n"), "{err}");
    // Whatever x was, it is nil at the end.
    let (code, out, _) = run("wrong.impl");
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("failed"), "{out}");
    // An input of which the test knows nothing is one that it lacks.
    let (code, out, _) = run("new.impl");
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("does not fit the program: `fresh` has no value"), "{out}");
    // Measured, completed, written as code.
    let covered = json(&scratch, &["cover", "second.impl", "s.json", "--format", "json"]);
    assert_eq!(covered["criteria"][0]["covered"], 1, "{covered}");
    let (code, out, err) =
        scratch.run(&["run", "s.json", "--program", "second.impl", "--emit", "impl", "-o", "tests"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let (code, out, err) = scratch.run(&["run", "tests/main_1.impl"]);
    assert_eq!((code, out.as_str()), (Some(0), "1 passed, 0 failed\n"), "{err}");
}

/// Tests as programs are run by the program that wrote them.
#[test]
fn a_test_that_is_a_program_is_run() {
    let scratch = Scratch::new("emitted");
    scratch.file("p.impl", "accept := 3;\nif n > 3 then y := n else y := x.head");
    let args = ["generate", "p.impl", "-c", "path", "--emit", "impl", "-o", "tests"];
    let (code, out, err) = scratch.run(&args);
    assert_eq!(code, Some(0), "{out}{err}");
    let mut names: Vec<String> = std::fs::read_dir(scratch.0.join("tests"))
        .expect("a folder")
        .map(|e| format!("tests/{}", e.expect("an entry").file_name().to_string_lossy()))
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    for name in &names {
        let (code, out, err) = scratch.run(&["run", name]);
        assert_eq!((code, out.as_str()), (Some(0), "1 passed, 0 failed\n"), "{name}: {err}");
        let ran = json(&scratch, &["run", name, "--format", "json"]);
        assert_eq!((ran["passed"].as_u64(), ran["failed"].as_u64()), (Some(1), Some(0)), "{ran}");
    }
    // The same with another program under test.
    for name in &names {
        let changed = scratch.read(name).replace("y := n", "y := n + 1").replace("x.head", "7");
        scratch.file("changed.impl", &changed);
        let (code, out, _) = scratch.run(&["run", "changed.impl"]);
        assert_eq!(code, Some(1), "{name}: {out}");
        assert!(out.ends_with("0 passed, 1 failed\n"), "{name}: {out}");
    }
    let (code, _, err) = scratch.run(&["run", "p.impl"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("p.impl is no test: it has no check phase"), "{err}");
}
