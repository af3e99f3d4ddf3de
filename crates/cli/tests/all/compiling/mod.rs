//! Tests that C compilers accept and that pass.

use crate::running::Scratch;
use std::path::Path;
use std::process::Command;

/// Compiles a file of tests without a warning and runs it: what it prints.
pub fn compiled(cc: &Path, tests: &Path) -> String {
    let program = tests.with_extension("exe");
    let cc = Command::new(cc)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(tests)
        .output()
        .expect("cc runs");
    assert!(cc.status.success(), "{}", String::from_utf8_lossy(&cc.stderr));
    let ran = Command::new(&program).output().expect("the tests run");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}");
    said
}

/// Makes tests of a file, compiles and runs them; none fails, and none is skipped but for errors that nothing notices here.
pub fn passes(scratch: &Scratch, cc: &Path, file: &str) -> String {
    let tests = format!("{}_test.c", file.trim_end_matches(".c"));
    let (code, _, errors) = scratch.run(&["generate", file, "--emit", "c", "-o", &tests]);
    // What stayed unknown is said, and nothing else.
    let noted = errors.lines().all(|line| line.starts_with("unknown: "));
    assert!(code == Some(0) && noted, "{code:?} {errors}");
    let said = compiled(cc, &scratch.0.join(tests));
    let skipped = said.lines().filter(|line| line.contains("SKIP"));
    assert!(!said.contains("not ok") && skipped.clone().all(|line| line.contains(" - error")), "{said}");
    said
}

/// Makes a suite of a file for a criterion and runs it natively: what is said of it. None fails.
pub fn runs_natively(scratch: &Scratch, file: &str, criterion: &str) -> String {
    let (code, _, errors) =
        scratch.run(&["generate", file, "-c", criterion, "--format", "json", "-o", "suite.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, said, errors) = scratch.run(&["run", "suite.json", "--program", file, "--native"]);
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(said.contains(" 0 failed") && !said.contains("failed:"), "{said}");
    said
}
