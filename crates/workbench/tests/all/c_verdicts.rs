//! What is said of the goals of C files, against runs of the compiled files: no run meets a goal that is called
//! infeasible.
//!
//! The files are those in `judged/`, each with functions as people write them, and random ones
//! ([`testkit::c_verdicts`]). `GLASSBOX_PROGRAMS` says how many random functions are tried, `GLASSBOX_SEED` with which to
//! start, `GLASSBOX_EFFORT` how much effort each gets; `cargo xtask campaign c-verdicts` tries 600. `GLASSBOX_FILE` names
//! one written file, `GLASSBOX_TELL` lists the goals on which both differ. A file that is judged otherwise is kept in the
//! build folder.

use crate::asking::Asked;
use base::{Budget, Stopwatch};
use source::Files;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use testkit::c_verdicts::{Native, Sighting, functions};
use workbench::{SearchOptions, Status};

/// Random functions in every test run.
const FEW: u64 = 24;
/// The seed of the first file of them.
const SEED: u64 = 1;
/// Functions of a random file.
const A_FILE: u64 = 6;
/// How many files are tried at a time.
const THREADS: usize = 2;
/// The stack of the program itself.
const STACK: usize = 256 << 20;
/// What takes longer than so many seconds a function is reported.
const LONG: f64 = 60.0;

/// How much is done for each function.
struct Measure {
    /// In percent of the usual effort.
    effort: u64,
    /// Inputs for the native runs.
    inputs: u64,
    /// Conditions that those runs may come to.
    steps: u64,
}

const SHORT: Measure = Measure { effort: 2, inputs: 1_500, steps: 3_000_000 };
const FULL: Measure = Measure { effort: 8, inputs: 8_000, steps: 20_000_000 };

/// What came of the files.
#[derive(Default)]
struct Tally {
    files: usize,
    functions: usize,
    /// Goals by what is said of them, and how many of those the runs meet.
    goals: BTreeMap<&'static str, (usize, usize)>,
    /// Goals whose condition the judge did not find.
    not_judged: Vec<String>,
    /// Functions that the judge could not call by themselves.
    not_called: Vec<String>,
    /// Files that took long.
    long: Vec<String>,
    wrong: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} files, {} functions", self.files, self.functions)?;
        for (status, (all, met)) in &self.goals {
            writeln!(f, "  {all} goals {status}, native runs meet {met} of them")?;
        }
        writeln!(f, "  {} goals not judged {:?}", self.not_judged.len(), self.not_judged)?;
        writeln!(f, "  not called by themselves: {:?}", self.not_called)?;
        writeln!(f, "  took long: {:?}", self.long)?;
        write!(f, "  judged otherwise: {}", self.wrong.len())
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// The written files.
fn written() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judged");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|f| f.ok().map(|f| f.path()))
        .filter(|f| f.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    let name = |f: &Path| f.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    files.iter().map(|f| (name(f), std::fs::read_to_string(f).expect("a text"))).collect()
}

/// The condition and the outcome that a goal is about.
fn asked(what: &str) -> Option<(&str, bool)> {
    let (text, outcome) = what.strip_prefix('`')?.rsplit_once("` is ")?;
    Some((text, outcome == "true"))
}

/// Judges what is said of one file.
fn judge(native: &Native, folder: &Path, measure: &Measure, name: &str, text: &str) -> Tally {
    let mut tally = Tally { files: 1, ..Tally::default() };
    let path = folder.join(format!("{name}.c"));
    std::fs::write(&path, text).expect("written");
    let mut files = Files::new();
    let file = files.add(format!("{name}.c"), text);
    let loaded = front_c::load(&files, file, &path, &front_c::Options::default());
    let Some(program) = loaded.program else {
        let why = source::render_all(&loaded.diagnostics, &files, false);
        tally.wrong.push(format!("{name}: not loaded: {why}"));
        return tally;
    };
    let seen = match native.look(name, text, 1) {
        Ok(seen) => seen,
        Err(why) => {
            tally.wrong.push(format!("{name}: {why}"));
            return tally;
        }
    };
    let entries = language::entries(&program, None).expect("functions");
    tally.functions = entries.len();
    tally.not_called.extend(seen.not_called.iter().map(|f| format!("{name}: {f}")));
    let search =
        SearchOptions { criteria: vec!["branch".into()], effort: measure.effort, ..SearchOptions::default() };
    let time = Duration::from_secs_f64(LONG * 2.0 * entries.len() as f64);
    let watch = Stopwatch::start();
    let budget = Budget::unlimited().with_time(time);
    let asked = Asked { path: path.clone(), ..Asked::new(&front_c::LANGUAGE, &files, file, search) };
    let made = asked.open(None, &budget).generate(&mut |_| {});
    if watch.seconds() > LONG {
        tally.long.push(format!("{name}: {:.0} s, {} functions", watch.seconds(), entries.len()));
    }
    compare(name, &made.coverage[0], &seen, &mut tally);
    if tally.wrong.is_empty() {
        let _ = std::fs::remove_file(path);
    }
    tally
}

/// Compares what is said of goals with what was seen.
fn compare(name: &str, said: &workbench::Coverage, seen: &Sighting, tally: &mut Tally) {
    let covered = said.met.iter().map(|g| (g.line, g.column, &g.what, "covered", ""));
    let missing = said.missing.iter().map(|g| {
        let status = match g.verdict.status {
            Status::Infeasible => "infeasible",
            Status::OutOfBounds => "out of bounds",
            Status::Unknown | Status::Uncovered | Status::Covered => "unknown",
        };
        (g.line, g.column, &g.what, status, g.verdict.why.as_str())
    });
    for (line, column, what, status, reason) in covered.chain(missing) {
        let met = asked(what).and_then(|(text, outcome)| seen.met(line, column, text, outcome));
        let count = tally.goals.entry(status).or_default();
        count.0 += 1;
        count.1 += usize::from(met == Some(true));
        if met.is_none() {
            tally.not_judged.push(format!("{name}.c:{line}:{column}: {what}"));
        }
        if std::env::var_os("GLASSBOX_TELL").is_some() && (met == Some(true)) != (status == "covered") {
            println!("{name}.c:{line}:{column}: {what}: {status} {reason}, met: {met:?}");
        }
        if met == Some(true) && status == "infeasible" {
            tally
                .wrong
                .push(format!("{name}.c:{line}:{column}: {what} is met and called infeasible: {reason}"));
        }
    }
}

#[test]
fn no_run_meets_a_goal_that_is_called_infeasible() {
    if testkit::require::program("cc", "verdicts on C files against native runs").is_none() {
        return;
    }
    let random = setting("GLASSBOX_PROGRAMS");
    let mut measure = if random.is_some() { FULL } else { SHORT };
    measure.effort = setting("GLASSBOX_EFFORT").unwrap_or(measure.effort);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-verdicts");
    let native = match Native::new(&folder, measure.inputs, measure.steps) {
        Ok(native) => native,
        Err(why) => {
            assert!(std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_none(), "cc has no sanitizers: {why}");
            eprintln!("skipped: verdicts on C files (cc has no sanitizers)");
            return;
        }
    };
    let mut cases = written();
    if let Ok(only) = std::env::var("GLASSBOX_FILE") {
        cases.retain(|(name, _)| *name == only);
    } else {
        let (count, first) = (random.unwrap_or(FEW), setting("GLASSBOX_SEED").unwrap_or(SEED));
        let seeds = first..first + count.div_ceil(A_FILE);
        cases.extend(seeds.map(|seed| (format!("random{seed}"), functions(seed, A_FILE as usize))));
    }
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let work = || {
                while let Some((name, text)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let one = judge(&native, &folder, &measure, name, text);
                    for wrong in &one.wrong {
                        println!("{wrong}");
                    }
                    let mut all = all.lock().expect("nobody panics");
                    all.files += 1;
                    all.functions += one.functions;
                    for (status, (count, met)) in one.goals {
                        let sum = all.goals.entry(status).or_default();
                        *sum = (sum.0 + count, sum.1 + met);
                    }
                    all.not_judged.extend(one.not_judged);
                    all.not_called.extend(one.not_called);
                    all.long.extend(one.long);
                    all.wrong.extend(one.wrong);
                    if all.files.is_multiple_of(20) {
                        println!("{all}");
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        }
    });
    let all = all.into_inner().expect("nobody panics");
    println!("{all}");
    let infeasible = all.goals.get("infeasible").map_or(0, |(count, _)| *count);
    // Whoever calls nothing infeasible is never wrong.
    assert!(
        std::env::var_os("GLASSBOX_FILE").is_some() || infeasible >= 100,
        "only {infeasible} are infeasible"
    );
    assert!(all.wrong.is_empty(), "judged otherwise:\n{}", all.wrong.join("\n"));
}
