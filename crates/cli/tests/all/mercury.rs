//! Mercury programs of `corpus/mercury`: the lines `%! ARGUMENTS` of a program say what is run on it, `{}` is its file.
//! `NAME.out` has what comes of all of them. `UPDATE=1` writes it.

use crate::running::{Scratch, corpus_folder, glassbox};
use std::path::Path;

/// The words of a command line, in which quotes keep spaces together.
fn words(line: &str, file: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut quoted = false;
    for c in line.trim().chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => found.push(String::new()),
            c => found.last_mut().expect("a word").push(c),
        }
    }
    found.into_iter().filter(|word| !word.is_empty()).map(|word| word.replace("{}", file)).collect()
}

/// The text without how long a search took: `12 solver queries, 0.012 s`.
fn without_seconds(text: &str) -> String {
    let is_time = |line: &str| line.contains(" solver quer") && line.ends_with(" s");
    let without = |line: &str| match line.rsplit_once(", ") {
        Some((before, _)) if is_time(line) => format!("{before}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(without).collect()
}

fn commands(folder: &Path, least: usize) {
    let mut programs: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|e| e.expect("it can be read").path())
        .filter(|p| p.extension().is_some_and(|e| e == "m"))
        .collect();
    programs.sort();
    let (mut differ, mut count) = (Vec::new(), 0);
    for program in programs {
        let text = String::from_utf8_lossy(&std::fs::read(&program).expect("it can be read")).into_owned();
        let name = program.file_name().expect("a name").to_string_lossy().into_owned();
        let mut said = String::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("%! ")) {
            let arguments = words(line, &name);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (code, out, errors) = glassbox(&arguments, folder);
            assert!(code.is_some_and(|code| code <= 3), "{name}: {line}\n{out}{errors}");
            assert!(!errors.contains("panicked"), "{name}: {line}\n{errors}");
            let out = without_seconds(&out);
            said.push_str(&format!("$ glassbox {line}\n{out}{errors}exit code {}\n\n", code.unwrap_or(-1)));
        }
        if !said.is_empty() {
            count += 1;
            differ.extend(testkit::golden::golden(&program.with_extension("out"), &said));
        }
    }
    assert!(count >= least, "only {count} programs in {}", folder.display());
    assert!(differ.is_empty(), "differ from their golden files: {}", differ.join(", "));
}

#[test]
fn examples_of_the_thesis() {
    commands(&corpus_folder("mercury/thesis"), 6);
}

#[test]
fn what_is_wrong_is_said() {
    commands(&corpus_folder("mercury/bad_input"), 6);
}

#[test]
fn programs_as_people_write_them() {
    commands(&corpus_folder("mercury/users"), 30);
}

/// A suite as a program of its own says of each test what `run` says: it is written, checked and run here.
#[test]
fn suites_as_programs_agree() {
    let folder = corpus_folder("mercury/users");
    let mut compared = 0;
    let all = std::env::var("GLASSBOX_PROGRAMS").is_ok();
    let suites = crate::running::corpus_of("mercury/users", "m");
    // A third of them by default: each is checked three times.
    for suite in suites
        .into_iter()
        .filter(|suite| suite.to_string_lossy().ends_with("_tests.m"))
        .step_by(if all { 1 } else { 3 })
    {
        let file = suite.file_name().expect("a name").to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix("_tests.m") else { continue };
        let scratch = Scratch::new(&format!("mercury-{name}"));
        for file in [format!("{name}.m"), file.clone()] {
            scratch.file(&file, &std::fs::read_to_string(folder.join(&file)).expect("it can be read"));
        }
        let (_, out, errors) = scratch.run(&["run", &file, "--format", "json"]);
        let said: serde_json::Value = serde_json::from_str(&out).expect(&errors);
        let emitted = format!("test_{name}.m");
        let (code, _, errors) = scratch.run(&["run", &file, "--emit", "mercury", "-o", &emitted]);
        assert_eq!(code, Some(0), "{errors}");
        let traced =
            scratch.run(&["trace", &emitted, "-e", "main", "--goal", "main(!IO)", "--format", "json"]);
        let (code, out, errors) = traced;
        assert_eq!(code, Some(0), "{name}: {errors}");
        let traced: serde_json::Value = serde_json::from_str(&out).expect(&errors);
        let goal = &traced["goals"][0];
        if !goal["note"].is_null() {
            continue;
        }
        let written = goal["written"].as_str().expect("a text");
        for test in said["tests"].as_array().expect("tests") {
            let test_name = test["name"].as_str().expect("a name");
            let start = format!("{test_name}: ");
            let Some(line) = written.lines().find_map(|line| line.strip_prefix(&start)) else {
                // Left out: it does not fit, or needs what the module does not export.
                continue;
            };
            assert_eq!(test["status"] == "passed", line == "succeeded", "{name}, {test_name}: {line}");
            compared += 1;
        }
    }
    assert!(compared >= if all { 250 } else { 80 }, "only {compared} tests");
    println!("{compared} tests");
}

#[test]
fn programs_of_several_modules() {
    for folder in ["geometry", "shop"] {
        commands(&corpus_folder(&format!("mercury/users/{folder}")), 1);
    }
}
