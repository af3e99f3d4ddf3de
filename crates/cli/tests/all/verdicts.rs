//! What is said of a goal, on programs where a search that stops early would say too much: deep loops, words, lists,
//! long rows of conditions, and parts that are not supported.

use crate::running;

use running::{Scratch, corpus_folder};
use serde_json::Value;

/// What `generate --format json` says of a program, with these further arguments.
fn generated(name: &str, text: &str, args: &[&str]) -> Value {
    let scratch = Scratch::new(&format!("verdicts-{}", name.replace('.', "-")));
    scratch.file(name, text);
    let mut all = vec!["generate", name, "--format", "json"];
    all.extend(args);
    let (code, out, errors) = scratch.run(&all);
    assert_eq!(code, Some(0), "{errors}");
    serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"))
}

fn number(of: &Value, name: &str) -> u64 {
    of[name].as_u64().unwrap_or_else(|| panic!("{name}: {of}"))
}

/// Goals, those that are covered, and those that are infeasible.
fn counts(made: &Value) -> (u64, u64, u64) {
    let c = &made["criteria"][0];
    (number(c, "goals"), number(c, "covered"), number(c, "infeasible"))
}

fn tests(made: &Value) -> usize {
    made["tests"].as_array().map_or(0, Vec::len)
}

/// The goals that are not covered: what, status and reason.
fn missing(made: &Value) -> Vec<(String, String, String)> {
    let list = made["criteria"][0]["missing"].as_array().expect("a list");
    let text = |m: &Value, name: &str| m[name].as_str().unwrap_or_default().to_string();
    list.iter().map(|m| (text(m, "what"), text(m, "status"), text(m, "reason"))).collect()
}

/// Every goal is covered.
fn all_covered(name: &str, text: &str, criterion: &str) -> Value {
    let made = generated(name, text, &["-c", criterion]);
    let (goals, covered, _) = counts(&made);
    assert_eq!((covered, missing(&made)), (goals, Vec::new()), "{name}");
    made
}

#[test]
fn what_is_not_supported_behind_a_goal_leaves_it_unknown() {
    let text = "#include <string.h>
int lost(const char *s, int k) {
    if (strcmp(s, \"abcdefgh\") != 0) return -1;
    if (k > 3) return 1;
    float x = k;
    return x > 2;
}
";
    let made = generated("lost.c", text, &["-c", "branch"]);
    assert_eq!(counts(&made).2, 0, "{made}");
    for (what, status, reason) in missing(&made) {
        assert_eq!(status, "unknown", "{what}");
        assert!(reason.contains("line 5") && reason.contains("float"), "{what}: {reason}");
    }
    assert_eq!(made["exploration"]["complete"], false);
}

#[test]
fn loops_and_words_are_gone_through_as_far_as_it_takes() {
    let fifty = "int fifty(const int *a, int k) {
    for (int i = 0; i < 50; i++)
        if (a[i] < 0) return -1;
    if (k == 3) return 3;
    return 0;
}
";
    all_covered("fifty.c", fifty, "branch");
    let words = "#include <string.h>
int keyword(const char *s) {
    if (strcmp(s, \"while\") == 0) return 1;
    if (strncmp(s, \"for\", 3) == 0 && strlen(s) > 4) return 2;
    return 0;
}
";
    all_covered("words.c", words, "branch");
}

/// The rest of the search does not wait for what cannot be.
#[test]
fn dead_code_in_a_loop_is_shown_to_be_dead() {
    let text = "struct node { int v; struct node *next; };
int dead(struct node *p) {
    int n = 0;
    while (p) {
        int v = p->v;
        if (v == 3 && v == 4) n++;
        p = p->next;
    }
    return n;
}
";
    let made = generated("dead.c", text, &["-c", "branch"]);
    let missing = missing(&made);
    assert!(missing.iter().all(|(_, status, _)| status == "infeasible"), "{missing:?}");
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(number(&made["exploration"], "steps") < 1_000_000, "{}", made["exploration"]);
}

#[test]
fn goals_that_do_not_depend_on_each_other_take_a_handful_of_tests() {
    let fewest = |name: &str, text: &str| {
        let made = generated(name, text, &["-c", "branch", "--fewest"]);
        let (goals, covered, _) = counts(&made);
        assert_eq!((covered, missing(&made)), (goals, Vec::new()), "{name}");
        made
    };
    for n in [100, 400] {
        let rows: String = (0..n).map(|i| format!("    if (a[{i}] > {i}) c++;\n")).collect();
        let text = format!("int unrolled(const int *a) {{\n    int c = 0;\n{rows}    return c;\n}}\n");
        let made = fewest("unrolled.c", &text);
        assert!(tests(&made) <= 4, "{} tests", tests(&made));
    }
    for n in [20, 60, 200] {
        let rows: Vec<String> = (0..n).map(|i| format!("if n{i} > {i} then s := s + 1")).collect();
        let made = fewest("rows.impl", &format!("s := 0;\n{}", rows.join(";\n")));
        assert!(tests(&made) <= 4, "{} tests", tests(&made));
    }
}

#[test]
fn a_long_chain_has_a_test_for_each_of_its_ends() {
    let rows: String = (0..400).map(|i| format!("    if (x == {i}) return {i};\n")).collect();
    let made = all_covered("chain.c", &format!("int chain(int x) {{\n{rows}    return -1;\n}}\n"), "branch");
    assert_eq!(tests(&made), 401);
}

/// Six cells, iterations or calls are more than a search starts with.
#[test]
fn counters_are_followed_beyond_the_first_bounds() {
    let programs = [
        "i := 0; while x /= nil do { i := i + 1; x := x.tail }; if i > 5 then z := i",
        "i := 0; while i < n do { i := i + 1 }; if i > 7 then z := i",
        "proc depth(x: cons): int { if x == nil then { return 0 }; return 1 + depth(x.tail) }
         i := depth(x); if i > 5 then z := i",
    ];
    for text in programs {
        all_covered("count.impl", text, "branch");
        let scratch = Scratch::new("verdicts-count");
        scratch.file("count.impl", text);
        let (code, out, _) =
            scratch.run(&["generate", "count.impl", "-c", "branch", "--format", "json", "-o", "s.json"]);
        assert_eq!(code, Some(0), "{out}");
        let (_, out, errors) =
            scratch.run(&["cover", "count.impl", "s.json", "-c", "branch", "--format", "json"]);
        let covered: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{errors}"));
        assert_eq!(counts(&covered).0, counts(&covered).1, "{out}");
        // With a bound that binds, the goal is out of it.
        let made = generated("count.impl", text, &["-c", "branch", "--loops", "3", "--depth", "3"]);
        let open = missing(&made);
        assert!(open.iter().any(|(_, status, _)| status == "out_of_bounds"), "{open:?}");
        assert!(open.iter().all(|(_, status, _)| status == "out_of_bounds"), "{open:?}");
    }
}

/// What one input covers is never called infeasible.
#[test]
fn runs_that_are_cut_off_are_not_lost_for_data_flow() {
    let text = "p.tail := x; if (i /= (y.head + i)) and (i) then { a[a[i]] := m; } else { i := a.length; }; \
                if n == i then { assert (i) or (x.tail /= nil); } else { a[a[m]] := m; a[a[2]] := n; }; \
                if (y.head + m) == n then { }; p.head := (a[i] + a[i]); while y /= nil do { y := y.tail; };";
    let made = generated("uses.impl", text, &["-c", "all-uses"]);
    let infeasible: Vec<String> = missing(&made)
        .into_iter()
        .filter(|(_, status, _)| status == "infeasible")
        .map(|(what, ..)| what)
        .collect();
    let suite = r#"{"schema": "glassbox-suite/1", "language": "impl", "source": "uses.impl", "entry": "main", "tests": [
        {"name": "t1", "path": "", "condition": "", "outcome": {"kind": "error", "message": "index out of range", "line": 1,
         "column": 1}, "output": {"env": {}, "heap": {}},
         "input": {"env": {"x": {"ref": "c0"}, "p": {"ref": "c0"}, "y": {"ref": "c1"}, "a": {"array": []}, "n": 0, "m": -1, "i": 0},
                   "heap": {"c0": {"type": "cons", "fields": {"head": 1, "tail": {"ref": "c1"}}},
                            "c1": {"type": "cons", "fields": {"head": -2, "tail": {"ref": "c1"}}}}}}]}"#;
    let scratch = Scratch::new("verdicts-uses");
    scratch.file("uses.impl", text).file("s.json", suite);
    let (_, out, errors) =
        scratch.run(&["cover", "uses.impl", "s.json", "-c", "all-uses", "--format", "json"]);
    let covered: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{errors}"));
    let met = covered["criteria"][0]["met"].as_array().expect("a list");
    let met: Vec<&str> = met.iter().filter_map(|m| m["what"].as_str()).collect();
    assert!(met.iter().any(|what| what.starts_with("`cons.tail` written here")), "{covered}");
    for what in infeasible {
        assert!(!met.contains(&what.as_str()), "{what}");
    }
}

/// The paths of two sorted lists that share nothing double with each step, and so does the work.
#[test]
fn merging_sorted_lists_takes_twice_the_steps_for_twice_the_paths() {
    let text = std::fs::read_to_string(corpus_folder("impl").join("merge.impl")).expect("it is there");
    let steps = |loops: &str| {
        let made = generated("merge.impl", &text, &["-c", "path", "--loops", loops]);
        (number(&made["exploration"], "paths"), number(&made["exploration"], "steps"))
    };
    let (before, after) = (steps("7"), steps("8"));
    assert_eq!((before.0, after.0), (256, 512));
    assert!(after.1 <= 3 * before.1, "{before:?} {after:?}");
}

/// A suite is measured before anything is looked for.
#[test]
fn a_limit_leaves_what_was_measured() {
    let rows: Vec<String> = (0..200)
        .map(|i| {
            format!(
                "if (n{i} > {i} and m{i} < {i}) or (n{i} == m{} and n{i} * m{i} > 7) then s := s + 1",
                (i + 1) % 200
            )
        })
        .collect();
    let scratch = Scratch::new("verdicts-measured");
    scratch.file("p.impl", &format!("s := 0;\n{}", rows.join(";\n")));
    let (code, out, _) =
        scratch.run(&["generate", "p.impl", "-c", "branch", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{out}");
    let (code, out, errors) =
        scratch.run(&["cover", "p.impl", "s.json", "-c", "mcdc", "--timeout", "1", "--effort", "100000"]);
    assert_eq!(code, Some(3), "{out}{errors}");
    let row = out.lines().find(|line| line.starts_with("mcdc ")).unwrap_or_default();
    let covered = row.split_whitespace().nth(2).and_then(|n| n.parse::<u64>().ok());
    assert!(covered.is_some_and(|n| n > 0), "{out}");
}

/// A cell that nothing leads to has no use.
#[test]
fn what_is_lost_has_no_use() {
    let made =
        generated("lost.impl", "p := new cons(n, nil); p := nil; if n > 3 then y := 1", &["-c", "all-defs"]);
    let open: Vec<String> =
        missing(&made).into_iter().map(|(what, status, _)| format!("{what}: {status}")).collect();
    let expected = [
        "`p` set here reaches a use: infeasible",
        "`cons.head` written here reaches a use: infeasible",
        "`cons.tail` written here reaches a use: infeasible",
    ];
    assert_eq!(open, expected);
}

/// The same result for any number of threads.
#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = corpus_folder("c");
    for name in ["avl.c", "chains.c", "grow.c", "list_sort.c", "matrix.c", "words.c"] {
        let run = |jobs: &str| {
            let args = ["generate", name, "-c", "branch", "--format", "json", "--jobs", jobs];
            let (_, out, errors) = running::glassbox(&args, &folder);
            let mut value: Value =
                serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{errors}"));
            value["exploration"]["seconds"] = Value::Null;
            value
        };
        assert_eq!(run("1"), run("2"), "{name}");
    }
}

/// Whoever reads that a goal is infeasible should hear of the error that is in the way.
#[test]
fn goals_behind_an_error_name_it() {
    let text = "int f(int k) {
    if (k > 5) {
        int z = 10 / (k - k);
        if (z == 3) return 7;
    }
    return 0;
}
";
    let made = generated("behind.c", text, &["-c", "branch"]);
    let expected = ("infeasible".to_string(), "every run before it ends in the error at line 3".to_string());
    let open: Vec<(String, String)> =
        missing(&made).into_iter().map(|(_, status, why)| (status, why)).collect();
    assert_eq!(open, [expected.clone(), expected]);
}
