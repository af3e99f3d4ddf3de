//! Criteria from the command line: textbook programs with golden tables for every criterion, and suites that are
//! not as they should be.

use crate::running;

use running::{Scratch, corpus};
use std::fs;

const CRITERIA: [&str; 14] = [
    "statement",
    "branch",
    "condition",
    "multiple-condition",
    "mcdc",
    "mcdc=unique-cause",
    "path",
    "loop-count",
    "block-count",
    "function",
    "call",
    "all-defs",
    "all-uses",
    "all-du-paths",
];

/// For every criterion: how many tests are generated, and what `cover` says of them.
#[test]
fn textbook_programs_have_their_tables() {
    let mut wrong = Vec::new();
    let files = corpus("criteria");
    assert!(files.len() >= 7, "{} programs", files.len());
    for file in files {
        let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
        let scratch = Scratch::new(&format!("criteria-{name}"));
        scratch.file(name, &fs::read_to_string(&file).expect("it can be read"));
        let mut now = String::new();
        for c in CRITERIA {
            let bounds = ["--loops", "3", "--depth", "4"];
            let mut args = vec!["generate", name, "-c", c, "--format", "json", "-o", "s.json"];
            args.extend(bounds);
            let (code, _, errors) = scratch.run(&args);
            assert!(code == Some(0) && errors.contains(" covered"), "{name} {c}: {errors}");
            let tests = scratch.read("s.json").matches("\"condition\":").count()
                - scratch.read("s.json").matches("\"name\": \"error").count();
            let mut args = vec!["cover", name, "s.json", "-c", c];
            args.extend(bounds);
            let (code, out, errors) = scratch.run(&args);
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{name} {c}");
            now.push_str(&format!("== {c}: {tests} tests\n{out}"));
        }
        let golden = file.with_extension("criteria.txt");
        wrong.extend(testkit::golden::golden(&golden, &now));
    }
    assert!(wrong.is_empty(), "differ from their golden files: {}", wrong.join("\n"));
}

const PROGRAM: &str =
    "proc f(x: cons, n: int): int {\n  if x == nil then return 0;\n  return x.head + n\n}\n";

/// A suite with one good test, and these others.
fn suite(others: &str) -> String {
    format!(
        r#"{{"schema": "glassbox-suite/1", "language": "impl", "source": "p.impl", "entry": "f", "tests": [
        {{"name": "good", "input": {{"env": {{"x": null, "n": 1}}, "heap": {{}}}}, "outcome": {{"kind": "ok"}},
          "output": {{"env": {{"result": 0}}, "heap": {{}}}}}}{others}]}}"#
    )
}

#[test]
fn what_is_wrong_with_a_test_is_said_and_the_rest_is_measured() {
    let test = |name: &str, env: &str, heap: &str| {
        format!(
            r#", {{"name": "{name}", "input": {{"env": {env}, "heap": {heap}}}, "outcome": {{"kind": "ok"}},
            "output": {{"env": {{}}, "heap": {{}}}}}}"#
        )
    };
    let scratch = Scratch::new("bad-suites");
    scratch.file("p.impl", PROGRAM);
    for (others, message) in [
        (test("t", r#"{"x": null}"#, "{}"), "`n`"),
        (test("t", r#"{"x": null, "n": true}"#, "{}"), "n is a truth value"),
        (test("t", r#"{"x": {"ref": "a1"}, "n": 1}"#, "{}"), "a1"),
        (test("t", r#"{"x": null, "n": 1, "zz": 2}"#, "{}"), "`zz`"),
        (test("good", r#"{"x": null, "n": 1}"#, "{}"), "there is another test with the name `good`"),
        (r#", {"name": "t", "outcome": {"kind": "ok"}}"#.to_string(), "has no `input`"),
        (
            r#", {"name": "t", "entry": "g", "input": {"env": {}, "heap": {}}, "outcome": {"kind": "ok"}}"#
                .to_string(),
            "there is no `g`",
        ),
    ] {
        scratch.file("s.json", &suite(&others));
        let (code, out, errors) = scratch.run(&["cover", "p.impl", "s.json"]);
        assert_eq!(code, Some(1), "{message}: {out}{errors}");
        assert!(out.contains("does not fit the program") && out.contains(message), "{message}: {out}");
        // The good test has been measured: one outcome of two.
        assert!(out.contains("branch          2        1"), "{message}: {out}");
        let (code, out, _) = scratch.run(&["run", "s.json"]);
        assert_eq!(code, Some(1), "{message}: {out}");
        assert!(out.contains("1 passed, 1 failed"), "{message}: {out}");
    }
    scratch.file("s.json", "{");
    let (code, _, errors) = scratch.run(&["cover", "p.impl", "s.json"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("s.json: not valid JSON"), "{errors}");
}

#[test]
fn coverage_can_be_required_and_completed() {
    let scratch = Scratch::new("require");
    scratch.file("p.impl", PROGRAM).file("s.json", &suite(""));
    let (code, _, _) = scratch.run(&["cover", "p.impl", "s.json", "--require", "50"]);
    assert_eq!(code, Some(0));
    let (code, out, _) = scratch.run(&["cover", "p.impl", "s.json", "--require", "90"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("branch: line 2, column 6: `x == nil` is false: not covered"), "{out}");
    let (code, out, errors) =
        scratch.run(&["complete", "p.impl", "s.json", "-c", "branch", "-o", "more.json"]);
    assert_eq!((code, out.as_str(), errors.as_str()), (Some(0), "", "2 tests, 1 of them new\n"));
    let (code, json, _) =
        scratch.run(&["cover", "p.impl", "more.json", "--require", "100", "--format", "json"]);
    assert_eq!(code, Some(0), "{json}");
    assert!(json.contains("\"percent\": 100.0") && json.contains("\"redundant\": []"), "{json}");
    let args =
        ["cover", "p.impl", "more.json", "--html", "pages", "--lcov", "p.info", "--cobertura", "p.xml"];
    let (code, _, errors) = scratch.run(&args);
    assert_eq!(code, Some(0), "{errors}");
    assert!(scratch.read("pages/index.html").contains("title=\"true in 1 test, false in 1 test\">x == nil<"));
    let lcov = scratch.read("p.info");
    assert!(lcov.contains("SF:p.impl\nBRDA:2,0,0,1\nBRDA:2,0,1,1\nBRF:2\nBRH:2\nDA:2,2\n"), "{lcov}");
    assert!(scratch.read("p.xml").contains("condition-coverage=\"100% (2/2)\""));
}

/// What no run within the bounds shows may still be shown by a longer run.
#[test]
fn runs_beyond_the_bounds_count() {
    let scratch = Scratch::new("beyond");
    scratch.file("p.impl", "i := 0; s := 0;\nwhile i < 5 { s := s + n; i := i + 1 }");
    let (code, out, _) = scratch.run(&["generate", "p.impl", "-c", "statement"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("1 test; statement: 5 of 5 covered"), "{out}");
    // A program that never ends has nothing to show, and no mutant of it is called equivalent.
    scratch.file("q.impl", "while true { n := n + 1; if n == 10 then n := 0 }");
    let empty = r#"{"schema": "glassbox-suite/1", "language": "impl", "source": "q.impl", "entry": "main", "tests": []}"#;
    scratch.file("e.json", empty);
    let (code, out, _) = scratch.run(&["mutate", "q.impl", "e.json", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("\"equivalent\": 0"), "{out}");
}

/// Without an entry every public procedure counts, tested or not.
#[test]
fn procedures_without_a_test_count_too() {
    let scratch = Scratch::new("untested");
    scratch.file(
        "p.impl",
        "proc f(x: cons, n: int): int { if x == nil then return 0; return n }\nproc h(n: int): int { return n }",
    );
    scratch.file("s.json", &suite(""));
    let (code, out, _) = scratch.run(&["cover", "p.impl", "s.json", "-c", "function", "--require", "100"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("function        2        1"), "{out}");
    let (code, out, _) =
        scratch.run(&["cover", "p.impl", "s.json", "-c", "function", "-e", "f", "--require", "100"]);
    assert_eq!(code, Some(0), "{out}");
}

/// Reals come back as they were written.
#[test]
fn completion_changes_no_test() {
    let scratch = Scratch::new("reals");
    scratch.file("p.impl", "requires r > 0.5;\ny := r * 2.0;\nif y > 3.0 then z := 1.0 else z := 0.5");
    let (code, before, _) = scratch.run(&["generate", "p.impl", "--format", "json"]);
    assert_eq!(code, Some(0));
    scratch.file("s.json", &before);
    let (code, _, errors) = scratch.run(&["complete", "p.impl", "s.json", "-o", "m.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let tests = |text: &str| text.split("\"criteria\"").next().map(String::from);
    assert_eq!(tests(&before), tests(&scratch.read("m.json")));
}
