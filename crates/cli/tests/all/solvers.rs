//! The questions of a search: kept, asked twice, answered by another program.

use crate::running;

use running::{Scratch, corpus};
use std::fs;
use std::process::Command;

fn z3_is_there() -> bool {
    testkit::require::program("z3", "the questions of searches asked of z3").is_some()
}

/// What is said about the search, without how long it took.
fn summary(out: &str) -> String {
    let line = out.lines().find(|l| l.contains(" paths, ")).unwrap_or_default();
    let (counts, end) = line.split_once("; ").unwrap_or_default();
    let counts: Vec<&str> = counts.split(", ").take(3).collect();
    format!("{}; {end}", counts.join(", "))
}

fn paths(out: &str) -> Vec<&str> {
    out.lines().filter_map(|l| l.split("  path ").nth(1)).collect()
}

#[test]
fn logged_questions_have_the_same_answers_on_their_own() {
    let scratch = Scratch::new("asked");
    let (mut questions, mut words) = (0, Vec::new());
    for file in corpus("impl").iter().step_by(3) {
        let name = file.display().to_string();
        let (_, plain, _) = scratch.run(&["generate", &name, "-c", "path", "--jobs", "1"]);
        let (_, logged, _) = scratch.run(&["generate", &name, "-c", "path", "--log-queries", "q"]);
        assert_eq!(paths(&plain), paths(&logged), "{name}");
        let mut scripts: Vec<_> = fs::read_dir(scratch.0.join("q"))
            .expect("a folder")
            .filter_map(|e| e.ok()?.file_name().into_string().ok())
            .collect();
        scripts.sort();
        questions += scripts.len();
        for script in scripts.iter().step_by(7) {
            let text = scratch.read(&format!("q/{script}"));
            let expected = text.lines().next().and_then(|l| l.rsplit(' ').next()).expect("a comment");
            let (_, answer, _) = scratch.run(&["solve", &format!("q/{script}")]);
            assert_eq!(answer.trim(), expected, "{name}: {script}");
            if !words.contains(&answer) {
                words.push(answer);
            }
        }
        fs::remove_dir_all(scratch.0.join("q")).expect("removable");
    }
    assert!(questions > 100, "{questions} questions");
    assert!(words.len() >= 2, "{words:?}");
}

#[test]
fn z3_agrees_and_can_answer_instead() {
    if !z3_is_there() {
        return;
    }
    let scratch = Scratch::new("z3");
    for file in corpus("impl").iter().step_by(3) {
        let name = file.display().to_string();
        let search = ["generate", &name, "-c", "path", "--jobs", "1"];
        let (code, alone, _) = scratch.run(&search);
        let (checked, both, err) = scratch.run(&[&search[..], &["--cross-check", "z3"]].concat());
        assert_eq!((checked, summary(&both)), (code, summary(&alone)), "{name}: {err}");
        let (_, other, err) = scratch.run(&[&search[..], &["--solver", "z3"]].concat());
        // Both know only some of what is asked about products of variables.
        if alone.contains("; complete") && other.contains("; complete") {
            assert_eq!(paths(&other), paths(&alone), "{name}: {err}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_contradiction_ends_the_search() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("liar");
    // It says `unsat` to everything.
    let liar = "#!/bin/sh\nwhile read -r line; do case \"$line\" in *check-sat*) echo unsat;; esac; done\n";
    scratch.file("z3", liar).file("p.impl", "if x.head > 3 then y := 1 else y := 2");
    fs::set_permissions(scratch.0.join("z3"), fs::Permissions::from_mode(0o755)).expect("executable");
    let out = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["generate", "p.impl", "--cross-check", "z3"])
        .env("PATH", format!("{}:/usr/bin:/bin", scratch.0.display()))
        .current_dir(&scratch.0)
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{err}");
    let words = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("the embedded solver says sat, z3 says unsat"), "{err}");
    assert!(scratch.read("disagreement.smt2").contains("(check-sat)"));
    assert!(out.stdout.is_empty());
}

#[test]
fn a_program_that_is_not_there_is_said() {
    let scratch = Scratch::new("none");
    scratch.file("p.impl", "if x > 3 then y := 1 else y := 2");
    let out = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .args(["generate", "p.impl", "--solver", "cvc5"])
        .env("PATH", "")
        .current_dir(&scratch.0)
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{err}");
    assert!(err.contains("`cvc5` was not found"), "{err}");
}
