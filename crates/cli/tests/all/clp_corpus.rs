//! Every Prolog program of the corpus: the suites that its `%! generate` lines ask for, compared with the golden file
//! beside it (`UPDATE=1` rewrites), run again from their JSON, and run by SWI-Prolog as plunit tests.

use crate::running;

use running::{Scratch, corpus_of, glassbox};
use std::fs;
use std::path::{Path, PathBuf};

/// How many tests of a suite the golden file lists.
const LISTED: usize = 40;

/// The arguments of a line, with quotes taken off.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => {
                if !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// A suite in short: a line for each test.
fn short(json: &str) -> String {
    let suite: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_string();
    let tests = suite["tests"].as_array().expect("tests");
    let mut out = String::new();
    for test in tests.iter().take(LISTED) {
        let outcome = match text(&test["outcome"]["kind"]).as_str() {
            "error" => format!("throws {}", text(&test["outcome"]["message"])),
            "fail" => "no".to_string(),
            _ => test["output"]["solutions"].to_string(),
        };
        let constraint = match text(&test["input"]["constraint"]).as_str() {
            "true" => String::new(),
            constraint => format!("{constraint}, "),
        };
        out.push_str(&format!(
            "{}: {constraint}{} → {outcome}\n    {}\n",
            text(&test["path"]),
            text(&test["input"]["goal"]),
            text(&test["condition"])
        ));
    }
    let e = &suite["exploration"];
    out.push_str(&format!("{} tests, {} cut, complete: {}\n", tests.len(), e["cut"], e["complete"]));
    out
}

/// What one program gives: its golden text, and what is wrong.
fn one(file: &Path, scratch: &Path, swipl: bool) -> (String, Vec<String>) {
    let folder = file.parent().expect("a folder");
    let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
    let text = fs::read_to_string(file).expect("a text");
    let (mut golden, mut wrong) = (String::new(), Vec::new());
    for (n, line) in text.lines().filter_map(|l| l.strip_prefix("%! generate ")).enumerate() {
        let suite = scratch.join(format!("{name}_{n}.json"));
        let tests = scratch.join(format!("{name}_{n}_test.pl"));
        let (suite, tests) = (suite.to_str().expect("a path"), tests.to_str().expect("a path"));
        let asked = words(line);
        let mut args = vec!["generate", name];
        args.extend(asked.iter().map(String::as_str));
        let mut with = |more: &[&str]| {
            let all: Vec<&str> = args.iter().chain(more).copied().collect();
            let (code, _, errors) = glassbox(&all, folder);
            if code != Some(0) {
                wrong.push(format!("{name}: {line}: exit {code:?}: {errors}"));
            }
        };
        with(&["--format", "json", "-o", suite]);
        with(&["--emit", "plunit", "-o", tests]);
        golden.push_str(&format!("== {line}\n{}", short(&fs::read_to_string(suite).unwrap_or_default())));
        let (code, out, errors) = glassbox(&["run", suite, "--program", name], folder);
        if code != Some(0) {
            wrong.push(format!("{name}: {line}: run: {out}{errors}"));
        }
        let (code, out, errors) = glassbox(&["run", tests, "--program", name], folder);
        if code != Some(0) {
            wrong.push(format!("{name}: {line}: run of the plunit file: {out}{errors}"));
        }
        if swipl {
            let out = std::process::Command::new("swipl")
                .args(["-g", "run_tests", "-t", "halt", tests])
                .output()
                .expect("swipl runs");
            let said = String::from_utf8_lossy(&out.stderr).to_string();
            if !out.status.success() || said.contains("ERROR") {
                wrong.push(format!("{name}: {line}: plunit: {said}"));
            }
        }
    }
    (golden, wrong)
}

#[test]
fn suites_are_as_recorded_and_pass_here_and_in_swipl() {
    let swipl = testkit::require::program("swipl", "generated tests run by swipl").is_some();
    let scratch = Scratch::new("clp-corpus");
    let files = corpus_of("clp", "pl");
    assert!(files.len() >= 40, "{} programs", files.len());
    let half = files.len().div_ceil(2);
    let work = |files: &[PathBuf]| -> Vec<(PathBuf, String, Vec<String>)> {
        let one = |file: &PathBuf| {
            let (golden, wrong) = one(file, &scratch.0, swipl);
            (file.clone(), golden, wrong)
        };
        files.iter().map(one).collect()
    };
    let done: Vec<_> = std::thread::scope(|scope| {
        let parts: Vec<_> = files.chunks(half).map(|part| scope.spawn(move || work(part))).collect();
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
