//! Every script in `corpus/smt` is a test: it is run by the program itself, and what the program writes
//! must be what stands in the `.out` file beside it. `UPDATE=1` rewrites those files.
//!
//! A script is run in two ways: alone, and, where z3 is installed, with `--cross-check z3`, which must
//! give the same answers. Comments at its head steer it: `; options: …` adds arguments, and
//! `; no-cross-check` leaves out the second way (for scripts that ask what z3 reads differently).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

/// What the program writes for a script, with its exit code.
fn run(script: &str, options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_glassbox"))
        .current_dir(root())
        .arg("solve")
        .arg(format!("corpus/smt/{script}.smt2"))
        .args(options)
        .output()
        .expect("the program starts");
    let mut text = without_seconds(&String::from_utf8(output.stdout).expect("UTF-8"));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    if !errors.is_empty() {
        text.push_str(&format!("--- standard error\n{errors}"));
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => text.push_str(&format!("--- exit code {code}\n")),
        None => text.push_str("--- crashed\n"),
    }
    text
}

/// The time that a run takes is the only thing in a result that may differ.
fn without_seconds(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once("\"seconds\": ") {
        Some((before, _)) => format!("{before}\"seconds\": 0.0\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

fn scripts() -> Vec<(String, String)> {
    let found = testkit::golden::texts(&root().join("corpus/smt"), "smt2");
    found.into_iter().map(|(name, _, text)| (name, text)).collect()
}

fn options(text: &str) -> Vec<&str> {
    let line = text.lines().find_map(|line| line.strip_prefix("; options: "));
    line.map(|line| line.split_whitespace().collect()).unwrap_or_default()
}

#[test]
fn every_script_answers_as_it_should() {
    let mut wrong = Vec::new();
    let scripts = scripts();
    assert!(scripts.len() >= 30, "the corpus has shrunk");
    for (name, text) in &scripts {
        let found = run(name, &options(text));
        let golden = root().join(format!("corpus/smt/{name}.out"));
        wrong.extend(testkit::golden::golden(&golden, &found));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn z3_agrees_on_every_script() {
    if testkit::require::program("z3", "every script answered by z3").is_none() {
        return;
    }
    for (name, text) in scripts() {
        if text.contains("; no-cross-check") {
            continue;
        }
        let mut options = options(&text);
        let alone = run(&name, &options);
        options.extend(["--cross-check", "z3"]);
        assert_eq!(run(&name, &options), alone, "{name} with z3 at its side");
    }
}

/// What is printed can be read again, and means the same.
#[test]
fn logged_questions_have_the_same_answers_on_their_own() {
    let folder = std::env::temp_dir().join(format!("glassbox-queries-{}", std::process::id()));
    let mut questions = 0;
    for (name, text) in scripts() {
        let here = folder.join(&name);
        let mut options = options(&text);
        let here_text = here.to_string_lossy().into_owned();
        options.extend(["--log-queries", &here_text]);
        run(&name, &options);
        for entry in fs::read_dir(&here).expect("the folder was made") {
            let file = entry.expect("readable").path();
            let script = fs::read_to_string(&file).expect("UTF-8");
            let expected = script.lines().next().and_then(|line| line.split_once("answer: "));
            let expected = expected.expect("the first line has the answer").1;
            let output = Command::new(env!("CARGO_BIN_EXE_glassbox")).arg("solve").arg(&file).output();
            let output = output.expect("the program starts");
            let found = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!((found.trim(), errors.as_str()), (expected, ""), "{name}:\n{script}");
            questions += 1;
        }
    }
    assert!(questions > 50, "only {questions} questions were logged");
    fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn no_golden_file_is_left_behind() {
    let names: Vec<String> = scripts().into_iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(root().join("corpus/smt")).expect("the corpus exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|ending| ending == "out") {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            assert!(names.contains(&name), "{name}.out has no script");
        }
    }
}
