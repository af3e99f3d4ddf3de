//! `cargo xtask campaign c-emit [--files LIST] [--criterion NAME]`: files of tests as both compilers see them.
//!
//! Each program of the corpus becomes a file of tests. gcc and clang must take it without a warning that the program does not
//! give by itself, and no test may fail, with sanitizers or without. Tests of what nothing notices are skipped, and counted.
//!
//! ```text
//! list.c: clang: list_test.c:71:5: warning: unused variable 'result'
//! c-emit: 62 files by 2 compilers, 4 builds each: 0 warnings, 0 failed; 3000 passed, 120 skipped, 2 left out
//! ```

use crate::c_corpus::{build, corpus, said};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::{Output, Tool};

/// How long a step may take.
const PATIENCE: Duration = Duration::from_secs(180);
/// Who judges.
const COMPILERS: [&str; 2] = ["gcc", "clang"];
/// With what.
const BUILDS: [(&str, &[&str]); 2] =
    [("plain", &[]), ("sanitized", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])];

/// What came of all files.
#[derive(Default)]
struct Sum {
    files: usize,
    warnings: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    left_out: usize,
    /// What else is wrong: a file that cannot be made, compiled or run.
    broken: usize,
}

/// Runs the campaign over these files, separated by commas, or over the corpus.
pub fn run(files: Option<&str>, criterion: Option<&str>) -> Result<(), String> {
    if let Some(missing) = COMPILERS.iter().find(|name| tools::find(name).is_none()) {
        // A campaign whose judge is missing has shown nothing.
        return Err(format!("{missing} is not installed"));
    }
    let glassbox = build()?;
    let files: Vec<PathBuf> = match files {
        Some(list) => list.split(',').map(|f| PathBuf::from(f.trim())).collect(),
        None => corpus()?,
    };
    let scratch = std::env::temp_dir().join(format!("glassbox-c-emit-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let mut sum = Sum::default();
    for file in &files {
        let name = file.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        sum.files += 1;
        if let Err(why) = one(&glassbox, file, criterion.unwrap_or("branch"), &scratch, &name, &mut sum) {
            sum.broken += 1;
            println!("{name}: {}", why.trim_end());
        }
    }
    // What is left behind lies where systems clean up.
    let _ = fs::remove_dir_all(&scratch);
    println!(
        "c-emit: {} files by {} compilers, {} builds each: {} warnings, {} failed, {} broken; {} passed, {} skipped, {} left out",
        sum.files,
        COMPILERS.len(),
        BUILDS.len(),
        sum.warnings,
        sum.failed,
        sum.broken,
        sum.passed,
        sum.skipped,
        sum.left_out
    );
    match sum.warnings + sum.failed + sum.broken {
        0 => Ok(()),
        n => Err(format!("{n} to look at")),
    }
}

fn ran(tool: Tool) -> Result<Output, String> {
    tool.time_limit(PATIENCE).run().map_err(|e| e.to_string())
}

fn one(
    glassbox: &str,
    file: &Path,
    criterion: &str,
    scratch: &Path,
    name: &str,
    sum: &mut Sum,
) -> Result<(), String> {
    let tests = scratch.join(format!("{}_test.c", name.trim_end_matches(".c")));
    let emit = ["-c", criterion, "--emit", "c", "-o"];
    let made = ran(Tool::new(glassbox).arg("generate").arg(file).args(emit).arg(&tests))?;
    if !made.status.success() {
        return Err(format!("generate: {}", said(&made)));
    }
    let text = fs::read_to_string(&tests).map_err(|e| e.to_string())?;
    sum.left_out += text.lines().filter(|l| l.starts_with("/* ") && l.contains(" is left out: ")).count();
    for compiler in COMPILERS {
        let cc = || Tool::new(compiler).args(["-std=gnu11", "-Wall", "-Wextra", "-fno-diagnostics-color"]);
        let alone = warnings(&said(&ran(cc().arg("-fsyntax-only").arg(file))?));
        for (build, flags) in BUILDS {
            let program = tests.with_extension("exe");
            let built = ran(cc().args(flags).arg("-o").arg(&program).arg(&tests).arg("-lm"))?;
            for warning in warnings(&said(&built)).difference(&alone) {
                sum.warnings += 1;
                println!("{name}: {compiler}, {build}: {warning}");
            }
            if !built.status.success() {
                return Err(format!("{compiler}, {build}: does not compile: {}", said(&built)));
            }
            let judged = run_tests(&program)?;
            sum.passed += judged.passed;
            sum.skipped += judged.skipped;
            sum.failed += judged.failed.len();
            for test in judged.failed {
                println!("{name}: {compiler}, {build}: {test}");
            }
        }
    }
    Ok(())
}

/// Warnings and errors, each with the name of its file but not its folder: both see the program from other places.
fn warnings(said: &str) -> BTreeSet<String> {
    let lines = said.lines().filter(|line| line.contains(" warning: ") || line.contains(" error: "));
    let named = lines.map(|line| {
        let (place, rest) = line.split_once(':').unwrap_or(("", line));
        format!("{}:{rest}", place.rsplit('/').next().unwrap_or(place))
    });
    named.collect()
}

/// What compiled tests say.
struct Judged {
    passed: usize,
    skipped: usize,
    failed: Vec<String>,
}

fn run_tests(program: &Path) -> Result<Judged, String> {
    let output = ran(Tool::new(program.display().to_string()))?;
    let tap = String::from_utf8_lossy(&output.stdout).into_owned();
    let (mut judged, mut remark) = (Judged { passed: 0, skipped: 0, failed: Vec::new() }, String::new());
    let mut planned = 0;
    for line in tap.lines() {
        if let Some(count) = line.strip_prefix("1..") {
            planned = count.parse().unwrap_or(0);
        } else if line.starts_with("not ok ") {
            judged.failed.push(format!("{line} {remark}"));
        } else if line.starts_with("ok ") && line.contains(" # SKIP ") {
            judged.skipped += 1;
        } else if line.starts_with("ok ") {
            judged.passed += 1;
        }
        remark = if line.starts_with("# ") { line.to_string() } else { String::new() };
    }
    let told = judged.passed + judged.skipped + judged.failed.len();
    if told != planned || !output.status.success() && judged.failed.is_empty() {
        let last = said(&output);
        let last = last.lines().find(|l| l.contains("runtime error") || l.contains("ERROR")).unwrap_or("");
        judged.failed.push(format!("{told} of {planned} tests have ended {last}"));
    }
    Ok(judged)
}
