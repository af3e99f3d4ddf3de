//! `cargo xtask campaign c-corpus [--files LIST]`: what C programmers get for the programs of the corpus.
//!
//! Each file goes through the commands that a user would call: `generate` (timed), the suite as C compiled with all
//! warnings and run, and `cover --native`, which asks gcov. Then each function is asked for on its own.
//!
//! ```text
//! file        seconds  tests  not ok  skipped  left out     gcov  covered  infeasible  unknown
//! list.c          0.1     12       0        0         0    20/20       20           0        0
//! ```

use base::Stopwatch;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::{Output, Tool, ToolError};

/// A file that takes longer is too slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long one function may take.
const FUNCTION_SECONDS: &str = "20";

/// What came of a file.
#[derive(Default)]
struct Row {
    seconds: f64,
    tests: u64,
    not_ok: u64,
    skipped: u64,
    left_out: u64,
    branches: u64,
    taken: u64,
    covered: u64,
    infeasible: u64,
    unknown: u64,
    functions: u64,
    complete: u64,
    /// Does it use what is not supported?
    wide: bool,
    /// Lines on which gcov says otherwise.
    disagreements: Vec<String>,
    /// Functions whose exploration is not complete.
    partial: Vec<String>,
    wrong: Vec<String>,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.seconds += other.seconds;
        let sums: [(&mut u64, u64); 11] = [
            (&mut self.tests, other.tests),
            (&mut self.not_ok, other.not_ok),
            (&mut self.skipped, other.skipped),
            (&mut self.left_out, other.left_out),
            (&mut self.branches, other.branches),
            (&mut self.taken, other.taken),
            (&mut self.covered, other.covered),
            (&mut self.infeasible, other.infeasible),
            (&mut self.unknown, other.unknown),
            (&mut self.functions, other.functions),
            (&mut self.complete, other.complete),
        ];
        for (sum, more) in sums {
            *sum += more;
        }
    }

    fn print(&self, name: &str) {
        println!(
            "{name:<18} {:>7.1} {:>6} {:>7} {:>8} {:>9} {:>9} {:>8} {:>11} {:>8} {:>10}",
            self.seconds,
            self.tests,
            self.not_ok,
            self.skipped,
            self.left_out,
            format!("{}/{}", self.taken, self.branches),
            self.covered,
            self.infeasible,
            self.unknown,
            format!("{}/{}", self.complete, self.functions),
        );
    }
}

/// Runs the campaign over these files, separated by commas, or over the corpus.
pub fn run(files: Option<&str>) -> Result<(), String> {
    let glassbox = build()?;
    let files: Vec<PathBuf> = match files {
        Some(list) => list.split(',').map(|f| PathBuf::from(f.trim())).collect(),
        None => corpus()?,
    };
    let scratch = std::env::temp_dir().join(format!("glassbox-c-corpus-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    println!(
        "{:<18} {:>7} {:>6} {:>7} {:>8} {:>9} {:>9} {:>8} {:>11} {:>8} {:>10}",
        "file",
        "seconds",
        "tests",
        "not ok",
        "skipped",
        "left out",
        "gcov",
        "covered",
        "infeasible",
        "unknown",
        "complete"
    );
    let (mut sum, mut known, mut within, mut wrong) = (Row::default(), Row::default(), 0, Vec::new());
    for file in &files {
        let name = file.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let mut row = Row::default();
        if let Err(why) = one(&glassbox, file, &scratch, &mut row) {
            row.wrong.push(why);
        }
        row.print(&name);
        row.disagreements.iter().for_each(|d| println!("    {d}"));
        if !row.partial.is_empty() {
            println!("    not complete: {}", row.partial.join(", "));
        }
        sum.add(&row);
        if row.wide {
            println!("    uses what is not supported");
        } else {
            known.add(&row);
            within += 1;
        }
        wrong.extend(row.wrong.iter().map(|why| format!("{name}: {why}")));
    }
    let percent = |part: u64, of: u64| if of == 0 { 100.0 } else { 100.0 * part as f64 / of as f64 };
    for (name, count, row) in [("all", files.len(), &sum), ("supported", within, &known)] {
        row.print(name);
        println!(
            "    {count} files: gcov saw {:.1} % of the branches taken, {:.1} % of the functions are explored completely",
            percent(row.taken, row.branches),
            percent(row.complete, row.functions)
        );
    }
    // What is left behind lies where systems clean up.
    let _ = fs::remove_dir_all(&scratch);
    wrong.iter().for_each(|why| eprintln!("{why}"));
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} to look at", wrong.len())) }
}

/// Builds the program, and finds where cargo put it.
pub(crate) fn build() -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = ["build", "-p", "cli", "--message-format=json-render-diagnostics"];
    let out = std::process::Command::new(cargo)
        .args(args)
        .current_dir(crate::root())
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = messages.filter_map(|m| m["executable"].as_str().map(String::from));
    programs.find(|p| p.contains("glassbox")).ok_or_else(|| "glassbox could not be built".to_string())
}

pub(crate) fn corpus() -> Result<Vec<PathBuf>, String> {
    let folder = crate::root().join("corpus/c");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    Ok(files)
}

fn started(tool: Tool, limit: Duration) -> Result<Output, ToolError> {
    tool.time_limit(limit).run()
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn one(glassbox: &str, file: &Path, scratch: &Path, row: &mut Row) -> Result<(), String> {
    let stem = file.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let at = |ending: &str| scratch.join(format!("{stem}{ending}"));
    let (suite, tests, program) = (at(".json"), at("_test.c"), at(".exe"));
    let generate = || Tool::new(glassbox).arg("generate").arg(file).args(["-c", "branch"]);
    let watch = Stopwatch::start();
    let made = started(generate().args(["--format", "json", "-o"]).arg(&suite), PATIENCE * 2);
    row.seconds = watch.seconds();
    if row.seconds > PATIENCE.as_secs_f64() {
        row.wrong.push(format!("takes {:.0} s", row.seconds));
    }
    let made = made.map_err(|e| format!("generate: {e}"))?;
    if !made.status.success() {
        return Err(format!("generate: {}", said(&made)));
    }
    let read = fs::read_to_string(&suite).map_err(|e| e.to_string())?;
    let read: Value = serde_json::from_str(&read).map_err(|e| e.to_string())?;
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let reasons = read["exploration"]["reasons"].as_array().into_iter().flatten();
    row.wide = reasons.filter_map(Value::as_str).any(|r| r.ends_with("is not supported"));
    row.tests = read["tests"].as_array().map_or(0, |t| t.len() as u64);
    for criterion in read["criteria"].as_array().into_iter().flatten() {
        row.covered += number(&criterion["covered"]);
        row.infeasible += number(&criterion["infeasible"]);
        row.unknown += number(&criterion["unknown"]);
    }
    natively(generate(), file, &tests, &program, row)?;
    counted(glassbox, file, &suite, row)?;
    for function in functions(glassbox, file)? {
        row.functions += 1;
        let args = ["--format", "json", "--timeout", FUNCTION_SECONDS, "-e"];
        let output = started(generate().args(args).arg(&function), PATIENCE).map_err(|e| e.to_string())?;
        let found: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        if found["exploration"]["complete"] == true {
            row.complete += 1;
        } else {
            row.partial.push(function);
        }
    }
    Ok(())
}

/// The suite as C: compiled with all warnings, and run.
fn natively(generate: Tool, file: &Path, tests: &Path, program: &Path, row: &mut Row) -> Result<(), String> {
    let emitted = started(generate.args(["--emit", "c", "-o"]).arg(tests), PATIENCE * 2)
        .map_err(|e| format!("generate --emit c: {e}"))?;
    if !emitted.status.success() {
        return Err(format!("generate --emit c: {}", said(&emitted)));
    }
    let text = fs::read_to_string(tests).map_err(|e| e.to_string())?;
    row.left_out =
        text.lines().filter(|l| l.starts_with("/* ") && l.contains(" is left out: ")).count() as u64;
    let cc = || Tool::new("cc").args(["-std=gnu11", "-Wall", "-Wextra"]);
    // Where the program itself is warned of, its tests cannot do better.
    let alone =
        started(cc().args(["-Werror", "-fsyntax-only"]).arg(file), PATIENCE).map_err(|e| e.to_string())?;
    let strict: &[&str] = if alone.status.success() { &["-Werror"] } else { &[] };
    let compiled = cc().args(strict).arg("-o").arg(program).arg(tests).arg("-lm");
    let compiled = started(compiled, PATIENCE).map_err(|e| e.to_string())?;
    if !compiled.status.success() {
        return Err(format!("does not compile: {}", said(&compiled)));
    }
    let ran = started(Tool::new(program.display().to_string()), PATIENCE).map_err(|e| e.to_string())?;
    let tap = String::from_utf8_lossy(&ran.stdout).into_owned();
    row.not_ok = tap.lines().filter(|l| l.starts_with("not ok ")).count() as u64;
    row.skipped = tap.lines().filter(|l| l.contains(" # SKIP ")).count() as u64;
    if !ran.status.success() || row.not_ok > 0 {
        row.wrong.push(format!("{} tests are not ok", row.not_ok));
    }
    Ok(())
}

/// What gcov counts.
fn counted(glassbox: &str, file: &Path, suite: &Path, row: &mut Row) -> Result<(), String> {
    // What is missing is looked for again, and that is known to take long where it is not found.
    let args = ["-c", "branch", "--native", "--format", "json", "--timeout", "20"];
    let cover = Tool::new(glassbox).arg("cover").arg(file).arg(suite).args(args);
    let output = started(cover, PATIENCE).map_err(|e| format!("cover: {e}"))?;
    let found: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| format!("cover: {}", said(&output)))?;
    let native = &found["native"];
    row.branches = native["branches"].as_u64().unwrap_or(0);
    row.taken = native["taken"].as_u64().unwrap_or(0);
    for d in native["disagreements"].as_array().into_iter().flatten() {
        let what = d["what"].as_str().unwrap_or_default();
        let reason = d["reason"].as_str().unwrap_or("no reason is known");
        row.disagreements.push(format!("line {}: {what} ({reason})", d["line"]));
    }
    let failed = native["failed"].as_array().map_or(0, Vec::len);
    if failed > 0 {
        row.wrong.push(format!("{failed} tests fail where gcov counts"));
    }
    Ok(())
}

/// The functions of a file: asking for one that is not there gives the list.
fn functions(glassbox: &str, file: &Path) -> Result<Vec<String>, String> {
    let asked = Tool::new(glassbox).arg("generate").arg(file).args(["-e", "?"]);
    let output = started(asked, PATIENCE).map_err(|e| e.to_string())?;
    let text = said(&output);
    let list = text.lines().find_map(|line| line.split_once("there are: ")).map(|(_, list)| list.to_string());
    Ok(list.map_or_else(Vec::new, |list| list.split(',').map(|f| f.trim().to_string()).collect()))
}
