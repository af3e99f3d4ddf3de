//! Limits from outside: Ctrl-C, time and memory. What was found before is written all the same.
use crate::running;

use running::Scratch;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// A question that takes long: pigeons that do not fit into their holes.
fn long_question() -> String {
    let (pigeons, holes) = (15, 14);
    let mut script = String::new();
    for p in 0..pigeons {
        for h in 0..holes {
            script.push_str(&format!("(declare-const p{p}-{h} Bool)"));
        }
        let any: Vec<String> = (0..holes).map(|h| format!("p{p}-{h}")).collect();
        script.push_str(&format!("(assert (or {}))\n", any.join(" ")));
    }
    for h in 0..holes {
        for p in 0..pigeons {
            for q in 0..p {
                script.push_str(&format!("(assert (not (and p{p}-{h} p{q}-{h})))\n"));
            }
        }
    }
    script.push_str("(echo \"before\")(check-sat)\n");
    script
}

#[test]
fn control_c_answers_unknown_and_exits_with_three() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        // The time limit is only there to end the test should the signal be lost.
        .args(["solve", "-", "--timeout", "60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(long_question().as_bytes()).expect("written");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line");
    assert_eq!(first, "before\n", "answers come as soon as they are there");
    // Let the check begin, so that there is something to interrupt.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("UTF-8");
    let status = child.wait().expect("the program ends");
    assert_eq!((rest.as_str(), status.code()), ("unknown\n", Some(3)));
}

#[test]
fn a_memory_limit_exits_with_three() {
    let file = std::env::temp_dir().join(format!("glassbox-memory-{}.smt2", std::process::id()));
    std::fs::write(&file, long_question()).expect("writable");
    // Less than the program itself needs, so the first look at it is enough.
    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["solve", "--memory", "1"])
        .arg(&file)
        .output()
        .expect("the program starts");
    std::fs::remove_file(&file).expect("removable");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "warning: memory limit reached\n");
}

#[test]
fn results_go_to_the_file_that_is_named() {
    let folder = std::env::temp_dir().join(format!("glassbox-output-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    let (script, result) = (folder.join("a.smt2"), folder.join("a.json"));
    std::fs::write(&script, "(echo \"hello\")(assert x)").expect("writable");
    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["solve", "--format", "json", "-o"])
        .args([&result, &script])
        .output()
        .expect("the program starts");
    let text = std::fs::read_to_string(&result).expect("written in spite of the error");
    std::fs::remove_dir_all(&folder).expect("removable");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(text.contains("\"text\": \"hello\"") && text.contains("unknown constant `x`"), "{text}");
}

/// Few paths, and more shapes of six cells than anybody waits for.
const UNLINK: &str = "
struct dn { int v; dn prev; dn next; }
if d.prev /= nil then d.prev.next := d.next;
if d.next /= nil then d.next.prev := d.prev;
if d.prev == d then r := 1 else if d.prev == d.next then r := 2 else r := 3
";

#[test]
fn what_was_found_before_a_limit_is_written() {
    let scratch = Scratch::new("shapes");
    scratch.file("unlink.impl", UNLINK);
    for jobs in ["1", "2"] {
        let shapes = ["generate", "unlink.impl", "-c", "path", "--per-path", "shapes", "--jobs", jobs];
        let (code, out, err) =
            scratch.run(&[&shapes[..], &["--timeout", "0.4", "--limit", "9999999"]].concat());
        assert_eq!((code, err.as_str()), (Some(3), "warning: time limit reached\n"), "{jobs} jobs");
        assert!(out.contains("\n  main_100 ") && out.contains("not complete"), "{jobs} jobs: {out:.300}");

        let (code, out, err) = scratch.run(&[&shapes[..], &["--limit", "7"]].concat());
        assert_eq!((code, err.as_str()), (Some(3), "warning: there are more tests than --limit allows\n"));
        assert!(out.contains("\n7 tests; path: 2 of 2 covered\n"), "a path counts once: {out}");
    }
}

/// More functions than are searched in some seconds.
fn many_functions() -> String {
    let one = |n: usize| {
        format!(
            "int f{n}(int a, int b) {{ int s = 0; if (a > {n}) s = 1; while (s < b && s < 5) s++; return s; }}\n"
        )
    };
    (0..5_000).map(one).collect()
}

#[test]
fn a_search_that_is_ended_early_writes_a_suite_that_passes() {
    let scratch = Scratch::new("early");
    scratch.file("many.c", &many_functions());
    // How long it takes to read the file depends on the machine, so more time is given until there are tests.
    let has_tests = ["6", "20", "60", "180"].into_iter().any(|seconds| {
        let limited = ["generate", "many.c", "--format", "json", "-o", "s.json", "--timeout", seconds];
        let (code, _, err) = scratch.run(&limited);
        assert_eq!(code, Some(3), "{err:.400}");
        assert!(err.ends_with("warning: time limit reached\n"), "{err:.400}");
        let suite: serde_json::Value = serde_json::from_str(&scratch.read("s.json")).expect("it is JSON");
        !suite["tests"].as_array().expect("tests").is_empty()
    });
    assert!(has_tests);
    let (code, out, err) = scratch.run(&["run", "s.json"]);
    assert_eq!(code, Some(0), "{out:.400}{err}");
}

#[test]
fn a_search_that_is_told_to_end_writes_what_it_found() {
    let scratch = Scratch::new("told");
    scratch.file("many.c", &many_functions());
    let has_tests = [6, 20, 60, 180].into_iter().any(|seconds| {
        let child = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(["generate", "many.c", "--format", "json", "--timeout", "600"])
            .current_dir(&scratch.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(3), &b"warning: cancelled\n"[..]));
        let suite: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        !suite["tests"].as_array().expect("tests").is_empty()
    });
    assert!(has_tests);
}

#[test]
fn no_claim_disappears_when_the_time_is_over() {
    let scratch = Scratch::new("claims");
    let one = |name: &str| {
        format!(
            "/*@ requires acyclic(l); ensures len(\\result) == len(\\old(l)); */\n\
             struct node *{name}(struct node *l) {{\n    struct node *r = 0;\n    while (l) {{\n        \
             struct node *t = l->next;\n        l->next = r;\n        r = l;\n        l = t;\n    }}\n    return r;\n}}\n"
        )
    };
    let all: String = (0..20).map(|n| one(&format!("reverse{n}"))).collect();
    scratch.file("lists.c", &format!("struct node {{ int data; struct node *next; }};\n{all}"));
    for (limit, code) in [("0.000001", 3), ("100", 0)] {
        let (exit, out, err) = scratch.run(&["verify", "lists.c", "--timeout", limit]);
        assert_eq!(exit, Some(code), "{err}");
        assert_eq!(out.matches(": ensures len(\\result)").count(), 20, "{out}");
    }
}
