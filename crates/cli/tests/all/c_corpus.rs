//! Every C program of the corpus: the suites that its `//! generate` lines ask for, compared with the golden file
//! beside it (`UPDATE=1` rewrites), run again from their JSON, and run as the C programs that they are written as.

use crate::running;

use running::suites::{Kind, asking, recorded};
use running::{Scratch, corpus_of};
use std::fs;
use std::path::Path;
use std::process::Command;

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

#[test]
fn suites_are_as_recorded_and_pass_here_and_natively() {
    let cc = testkit::require::program("cc", "C programs read, and their generated tests run");
    let scratch = Scratch::new("c-corpus");
    for ending in ["h", "c"] {
        for file in corpus_of("c", ending) {
            fs::copy(&file, scratch.0.join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
    let mut files = asking("c", "c", "//! generate ");
    assert!(files.len() >= 25, "{} programs", files.len());
    if cc.is_none() {
        // What needs a preprocessor cannot even be read.
        files.retain(|file| fs::read_to_string(file).is_ok_and(|t| !t.lines().any(|l| l.starts_with('#'))));
    }
    let judge = cc.as_deref().map(|cc| move |tests: &Path| natively(tests, cc));
    let judge = judge.as_ref().map(|judge| judge as &(dyn Fn(&Path) -> Option<String> + Sync));
    let kind = Kind { marker: "//! generate ", emit: "c", tests: "_test.c" };
    recorded(&files, &scratch.0, &kind, judge);
}
