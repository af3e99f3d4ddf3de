//! Every C program of the corpus: the suites that its `//! generate` lines ask for, compared with the golden file
//! beside it (`UPDATE=1` rewrites), run again from their JSON, and run as the C programs that they are written as.

use crate::running;

use running::{Scratch, corpus_of, glassbox};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The suite as a user reads it, without how long it took. How many questions were asked hangs on that, too, but for a search
/// that goes through all paths.
fn timeless(text: &str, all_paths: bool) -> String {
    let line = |line: &str| match line.find(" questions, ").or_else(|| line.find(" question, ")) {
        Some(at) => {
            let comma = line[at..].find(',').map_or(line.len(), |comma| at + comma);
            let (mut before, after) = line.split_at(comma);
            if !all_paths {
                before = before.rfind(", ").map_or(before, |comma| &before[..comma]);
            }
            let after = after.find(" s;").map_or("", |end| &after[end + " s".len()..]);
            format!("{before}{after}\n")
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// What is wrong with a suite that is written as a C program: it is compiled with all warnings, and run.
fn natively(tests: &Path, cc: &Path) -> Option<String> {
    let program = tests.with_extension("exe");
    let compiled = Command::new(cc)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(tests)
        .output()
        .expect("cc runs");
    if !compiled.status.success() {
        return Some(format!("cc: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let ran = Command::new(&program).output().expect("the tests run");
    let said = String::from_utf8_lossy(&ran.stdout);
    let wrong = !ran.status.success() || said.contains("not ok");
    wrong.then(|| format!("natively, {}: {said}{}", ran.status, String::from_utf8_lossy(&ran.stderr)))
}

/// What one program gives: its golden text, and what is wrong.
fn one(file: &Path, scratch: &Path, cc: Option<&Path>) -> (String, Vec<String>) {
    let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
    let stem = file.file_stem().and_then(|n| n.to_str()).expect("a name");
    let text = fs::read_to_string(file).expect("a text");
    fs::write(scratch.join(name), &text).expect("a copy");
    let (mut golden, mut wrong) = (String::new(), Vec::new());
    for (n, line) in text.lines().filter_map(|l| l.strip_prefix("//! generate ")).enumerate() {
        let suite = format!("{stem}_{n}.json");
        let tests = format!("{stem}_{n}_test.c");
        let mut with = |more: &[&str]| {
            let all: Vec<&str> = ["generate", name]
                .into_iter()
                .chain(line.split_whitespace())
                .chain(more.iter().copied())
                .collect();
            let (code, out, errors) = glassbox(&all, scratch);
            if code != Some(0) || out.contains("did not follow") || errors.contains("did not follow") {
                wrong.push(format!("{name}: {line}: {more:?}: exit {code:?}: {out}{errors}"));
            }
            out
        };
        golden.push_str(&format!("== {line}\n{}", timeless(&with(&[]), line.contains("-c path"))));
        with(&["--format", "json", "-o", &suite]);
        if cc.is_some() {
            with(&["--emit", "c", "-o", &tests]);
        }
        let (code, out, errors) = glassbox(&["run", &suite, "--program", name], scratch);
        if code != Some(0) {
            wrong.push(format!("{name}: {line}: run: {out}{errors}"));
        }
        let problem = cc.and_then(|cc| natively(&scratch.join(&tests), cc));
        wrong.extend(problem.map(|problem| format!("{name}: {line}: {problem}")));
    }
    (golden, wrong)
}

#[test]
fn suites_are_as_recorded_and_pass_here_and_natively() {
    let cc = testkit::require::program("cc", "C programs read, and their generated tests run");
    let scratch = Scratch::new("c-corpus");
    for header in corpus_of("c", "h") {
        fs::copy(&header, scratch.0.join(header.file_name().expect("a name"))).expect("a copy");
    }
    let asks = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|t| t.contains("\n//! generate "));
    let mut files: Vec<PathBuf> = corpus_of("c", "c").into_iter().filter(asks).collect();
    assert!(files.len() >= 25, "{} programs", files.len());
    if cc.is_none() {
        // What needs a preprocessor cannot even be read.
        files.retain(|file| fs::read_to_string(file).is_ok_and(|t| !t.lines().any(|l| l.starts_with('#'))));
    }
    let work = |part: usize| -> Vec<(PathBuf, String, Vec<String>)> {
        let one = |file: &PathBuf| {
            let (golden, wrong) = one(file, &scratch.0, cc.as_deref());
            (file.clone(), golden, wrong)
        };
        files.iter().skip(part).step_by(2).map(one).collect()
    };
    let done: Vec<_> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..2).map(|part| scope.spawn(move || work(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("it ends")).collect()
    });
    let (mut wrong, mut differ) = (Vec::new(), Vec::new());
    for (file, now, problems) in done {
        wrong.extend(problems);
        let golden = file.with_extension("tests");
        differ.extend(testkit::golden::golden(&golden, &now));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(differ.is_empty(), "differ from their golden files: {}", differ.join(", "));
}
