//! Suites are what they say: no more tests than were asked for, no more goals than they meet, no input that the
//! program does not allow.

use crate::running;

use running::Scratch;
use serde_json::Value;

const THREE: &str = "
if a > 0 then x := 1 else x := 2;
if b > 0 then y := 1 else y := 2;
if a > b then z := 1 else z := 2
";

fn covered(scratch: &Scratch, suite: &str, criterion: &str) -> (usize, u64) {
    let root: Value = serde_json::from_str(&scratch.read(suite)).expect("JSON");
    let of = |c: &&Value| c["name"] == criterion;
    let tally = root["criteria"].as_array().expect("criteria").iter().find(of).expect("the criterion");
    (root["tests"].as_array().expect("tests").len(), tally["covered"].as_u64().expect("a number"))
}

fn measured(scratch: &Scratch, program: &str, suite: &str, criterion: &str) -> u64 {
    let (_, out, err) = scratch.run(&["cover", program, suite, "-c", criterion, "--format", "json"]);
    let root: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    root["criteria"][0]["covered"].as_u64().expect("a number")
}

#[test]
fn a_limit_is_for_the_tests_and_only_they_count() {
    let scratch = Scratch::new("limit");
    scratch.file("p.impl", THREE);
    for criterion in ["branch", "mcdc", "all-uses", "path"] {
        let mut last = None;
        for limit in 0..9 {
            let n = limit.to_string();
            let args =
                ["generate", "p.impl", "-c", criterion, "--format", "json", "-o", "s.json", "--limit", &n];
            let (code, _, _) = scratch.run(&args);
            let (tests, said) = covered(&scratch, "s.json", criterion);
            assert!(tests <= limit, "{criterion}: {tests} tests, {limit} asked for");
            assert_eq!(said, measured(&scratch, "p.impl", "s.json", criterion), "{criterion}, {limit} tests");
            if last == Some(0) {
                assert_eq!(code, Some(0), "{criterion}: {limit} is enough, since less was");
            }
            last = code;
        }
        assert_eq!(last, Some(0), "{criterion}");
    }
}

#[test]
fn inputs_that_are_not_allowed_do_not_count() {
    let scratch = Scratch::new("required");
    scratch.file("p.impl", "requires n > 0;\nif n < 0 then y := 1 else y := 2\n");
    let test = r#"{"name": "t1", "entry": "main", "path": "1T", "condition": "",
        "input": {"env": {"n": -1}, "heap": {}}, "outcome": {"kind": "ok"},
        "output": {"env": {"n": -1, "y": 1}, "heap": {}}}"#;
    scratch.run(&["generate", "p.impl", "--format", "json", "-o", "good.json"]);
    let mut suite: Value = serde_json::from_str(&scratch.read("good.json")).expect("JSON");
    suite["tests"] = Value::Array(vec![serde_json::from_str(test).expect("JSON")]);
    suite["source"] = "p.impl".into();
    scratch.file("bad.json", &suite.to_string());
    let (code, out, err) = scratch.run(&["run", "bad.json"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(format!("{out}{err}").contains("does not satisfy what `requires` says"), "{out}{err}");
    assert_eq!(measured(&scratch, "p.impl", "bad.json", "branch"), 0);
}

#[test]
fn tests_that_end_well_are_preferred() {
    let scratch = Scratch::new("well");
    scratch.file("p.impl", "if x > 0 then y := 1 else { y := z.head; w := 1 }");
    let (_, out, _) = scratch.run(&["generate", "p.impl", "--fewest"]);
    assert!(out.contains("\n2 tests; branch: 2 of 2 covered\n"), "{out}");
    assert!(!out.contains("path 1F!nil"), "{out}");
    assert!(out.contains("error: nil dereference"), "{out}");
}

#[test]
fn one_hard_question_does_not_cost_the_others() {
    let scratch = Scratch::new("hard");
    scratch.file("p.impl", "q := a / b;\nr := a % b;\nif q * b + r /= a then s := 99");
    // The limit is only there to end the test.
    let (_, out, _) = scratch.run(&["generate", "p.impl", "--timeout", "100"]);
    assert!(out.contains("branch: 1 of 2 covered"), "{out}");
}

#[test]
fn an_entry_whose_goals_are_met_leaves_time_for_the_others() {
    let scratch = Scratch::new("entries");
    let text = "
struct t { int key; t l; t r; }
proc bst(x: t, lo: int, hi: int): bool {
  if x == nil then return true;
  return lo < x.key and x.key < hi and bst(x.l, lo, x.key) and bst(x.r, x.key, hi)
}
proc sign(n: int): int {
  if n < 0 then return -1;
  return 1
}";
    scratch.file("p.impl", text);
    let (code, out, err) = scratch.run(&["generate", "p.impl", "--depth", "8", "--timeout", "100"]);
    assert!(out.contains("branch: 4 of 4 covered"), "{out}");
    assert_eq!(code, Some(0), "{err}");
}

/// There are 1, 1, 2, 5, 14, 42 and 132 binary trees with up to six cells.
#[test]
fn required_shapes_are_not_searched_for_among_all_others() {
    let scratch = Scratch::new("trees");
    let text = "
struct t { int key; t l; t r; }
proc f(x: t): int { requires tree(x); if x == nil then return 0; return 1 }";
    scratch.file("p.impl", text);
    let (code, out, err) = scratch.run(&["generate", "p.impl", "-c", "path", "--per-path", "shapes"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\n197 tests; path: 2 of 2 covered\n"), "{out:.500}");
}

/// What earlier versions wrote is read, and passes.
#[test]
fn suites_of_earlier_versions_still_pass() {
    let folder = running::corpus_folder("suites");
    let suites = running::corpus_of("suites", "json");
    assert!(suites.len() >= 10, "{} suites", suites.len());
    let has_cc =
        testkit::require::program("cc", "suites of C programs that earlier versions wrote").is_some();
    for suite in suites {
        let text = std::fs::read_to_string(&suite).expect("it can be read");
        let root: Value = serde_json::from_str(&text).expect("JSON");
        let of = root["language"].as_str().expect("a language");
        let program = format!("../{of}/{}", root["source"].as_str().expect("a file"));
        if of == "c" && !has_cc {
            continue;
        }
        let name = suite.to_str().expect("a path");
        let (code, out, errors) = running::glassbox(&["run", name, "--program", &program], &folder);
        assert_eq!(code, Some(0), "{name}: {out}{errors}");
        let tests = root["tests"].as_array().map_or(0, Vec::len);
        assert!(tests > 0 && out == format!("{tests} passed, 0 failed\n"), "{name}: {out}");
    }
}
