//! Both compilers as judges of a file of tests.

use crate::running::Scratch;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What sanitizers are asked for.
const SANITIZED: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The compilers of this machine that judge. One of them must be there.
fn compilers(why: &str) -> Vec<PathBuf> {
    let all = ["gcc", "clang"].map(|name| testkit::require::program(name, why));
    all.into_iter().flatten().collect()
}

/// Compiles a file of a folder with all warnings as errors and runs it, with sanitizers and without: all that is printed.
pub fn compiled(scratch: &Scratch, tests: &str, flags: &[&str]) -> String {
    let mut all = String::new();
    for compiler in compilers("files of tests") {
        for build in [&[][..], SANITIZED] {
            all.push_str(&one(scratch, &compiler, tests, flags, build));
        }
    }
    all
}

fn one(scratch: &Scratch, compiler: &Path, tests: &str, flags: &[&str], build: &[&str]) -> String {
    let program = scratch.0.join("judged");
    let built = Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])
        .args(flags)
        .args(build)
        .arg("-o")
        .arg(&program)
        .arg(tests)
        .current_dir(&scratch.0)
        .output()
        .expect("the compiler runs");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{} {build:?}: {said}", compiler.display());
    let ran = Command::new(&program)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .current_dir(&scratch.0)
        .output()
        .expect("the tests run");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{} {build:?}: {said}{}",
        compiler.display(),
        String::from_utf8_lossy(&ran.stderr)
    );
    said
}

/// Makes tests of a file for all paths and has them judged by compilers with these flags: what `generate` says, and what the tests
/// print.
pub fn judged(scratch: &Scratch, file: &str, flags: &[&str]) -> (String, String) {
    let defines: Vec<&str> = flags.iter().copied().filter(|flag| flag.starts_with("-D")).collect();
    let path = [&["generate", file, "-c", "path"], defines.as_slice()].concat();
    let (code, said, errors) = scratch.run(&path);
    assert_eq!(code, Some(0), "{errors}");
    let tests = format!("{}_test.c", file.trim_end_matches(".c"));
    let (code, _, errors) = scratch.run(&[path.as_slice(), &["--emit", "c", "-o", &tests]].concat());
    assert_eq!(code, Some(0), "{errors}");
    assert!(!errors.contains("left out"), "{errors}");
    (said, compiled(scratch, &tests, flags))
}

/// The same for a text; no test is skipped under sanitizers of gcc.
pub fn passes(name: &str, text: &str) -> (String, String) {
    let scratch = Scratch::new(&format!("emission-{name}"));
    scratch.file("p.c", text);
    judged(&scratch, "p.c", &[])
}
