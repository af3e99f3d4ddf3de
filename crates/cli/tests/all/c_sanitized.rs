//! Whole files of the C corpus, with the sanitizers of the compiler as the judge: each test of each function does natively
//! what it does here.

use crate::running;

use running::{Scratch, corpus_of};
use std::fs;

/// Files with pointers to `void` and to functions, with functions that others define, and with unions.
const FILES: &[&str] = &[
    "anything", "dispatch", "grow", "queue", "retry", "room", "rows", "sensors", "shapes", "sized",
    "stretch", "variant", "words",
];

#[test]
fn suites_of_whole_files_pass_under_sanitizers() {
    if testkit::require::program("cc", "C programs are compiled with sanitizers").is_none() {
        return;
    }
    let scratch = Scratch::new("c-sanitized");
    for file in corpus_of("c", "c").into_iter().chain(corpus_of("c", "h")) {
        fs::copy(&file, scratch.0.join(file.file_name().expect("a name"))).expect("a copy");
    }
    for stem in FILES {
        let (program, suite) = (format!("{stem}.c"), format!("{stem}.json"));
        let args = ["generate", &program, "-c", "branch", "--loops", "2", "--format", "json", "-o", &suite];
        let (code, out, errors) = scratch.run(&args);
        assert_eq!(code, Some(0), "{stem}: {out}{errors}");
        let (code, out, errors) = scratch.run(&["run", &suite, "--program", &program, "--native"]);
        assert_eq!(code, Some(0), "{stem}: {out}{errors}");
        let last = out.lines().last().unwrap_or_default();
        let passed = last.split(' ').next().and_then(|n| n.parse::<usize>().ok());
        assert!(
            passed.is_some_and(|n| n >= 3) && last.contains(" 0 failed, 0 skipped"),
            "{stem}: {out}{errors}"
        );
    }
}
