//! Tests of a C file, judged by the compiler.

use crate::asking::Asked;
use base::Budget;
use source::Files;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::{Tool, ToolError};
use workbench::{Outcome, Placing, SearchOptions, Suite, Verdict};

/// At most so many tests a file.
const TESTS: usize = 60;

/// What came of one file.
#[derive(Debug, Default)]
pub struct Judged {
    /// Its functions.
    pub functions: usize,
    /// How its tests end: `ok`, or the message of an error.
    pub outcomes: BTreeMap<String, usize>,
    /// Tests that cannot be written as C, with the reasons.
    pub left_out: BTreeMap<String, usize>,
    /// Whether the search left something unknown, and why.
    pub unknown: Vec<String>,
    /// Whether a limit ended the search.
    pub cut: bool,
    /// What is wrong.
    pub wrong: Option<String>,
}

/// What came of all files.
#[derive(Debug, Default)]
pub struct Tally {
    pub programs: usize,
    pub functions: usize,
    pub outcomes: BTreeMap<String, usize>,
    pub left_out: BTreeMap<String, usize>,
    pub unknown: BTreeMap<String, usize>,
    pub with_unknown: usize,
    pub cut: usize,
    /// The seeds of the files that are judged otherwise.
    pub wrong: Vec<u64>,
}

impl Tally {
    pub fn add(&mut self, seed: u64, judged: Judged) {
        self.programs += 1;
        self.functions += judged.functions;
        for (all, of_one) in [(&mut self.outcomes, judged.outcomes), (&mut self.left_out, judged.left_out)] {
            for (what, count) in of_one {
                *all.entry(what).or_default() += count;
            }
        }
        self.with_unknown += usize::from(!judged.unknown.is_empty());
        self.cut += usize::from(judged.cut);
        for why in judged.unknown {
            *self.unknown.entry(why).or_default() += 1;
        }
        if judged.wrong.is_some() {
            self.wrong.push(seed);
        }
    }

    pub fn tests(&self) -> u64 {
        self.outcomes.values().sum::<usize>() as u64
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |of: &BTreeMap<String, usize>| {
            let all: Vec<String> = of.iter().map(|(what, count)| format!("{count} {what}")).collect();
            all.join(", ")
        };
        writeln!(f, "{} programs, {} functions, {} tests", self.programs, self.functions, self.tests())?;
        writeln!(f, "  outcomes: {}", list(&self.outcomes))?;
        writeln!(f, "  left out of the C file: {}", list(&self.left_out))?;
        writeln!(f, "  with something unknown: {} ({})", self.with_unknown, list(&self.unknown))?;
        writeln!(f, "  searches ended by a limit: {}", self.cut)?;
        write!(f, "  judged otherwise: {} {:?}", self.wrong.len(), self.wrong)
    }
}

/// Compiles and runs tests in a folder of its own.
pub struct Judge {
    folder: PathBuf,
    /// Whether all files stay, not only those that are judged otherwise.
    keep: bool,
    /// What the search for one file may take.
    time: Duration,
}

impl Judge {
    pub fn new(keep: bool, time: Duration) -> Judge {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-random");
        std::fs::create_dir_all(&folder).expect("a folder");
        Judge { folder, keep, time }
    }

    /// Whether the compiler can build what judges.
    pub fn has_sanitizers(&self) -> bool {
        let (text, program) = (self.folder.join("sanitized.c"), self.folder.join("sanitized"));
        std::fs::write(&text, "int main(void) { return 0; }\n").expect("written");
        let built = self.compile(&text, &program);
        built.is_ok() && Tool::new(program.to_string_lossy()).run().is_ok_and(|ran| ran.status.success())
    }

    fn compile(&self, text: &Path, program: &Path) -> Result<(), String> {
        let built = Tool::new("cc")
            .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined"])
            .args(testkit::c_programs::KEEPING)
            .args(["-fno-sanitize-recover=all", "-o"])
            .arg(program)
            .arg(text)
            .time_limit(Duration::from_secs(120))
            .run()
            .map_err(|e| e.to_string())?;
        if built.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&built.stderr);
        let lines: Vec<&str> = said.lines().filter(|l| l.contains("error")).take(3).collect();
        Err(format!("does not compile: {}", lines.join("\n    ")))
    }

    /// Judges the tests of one file.
    pub fn judge(&self, seed: u64, text: &str) -> Judged {
        let name = format!("p{seed}.c");
        let source = self.folder.join(&name);
        std::fs::write(&source, text).expect("written");
        let mut judged = Judged::default();
        let tests = self.folder.join(format!("p{seed}_test.c"));
        if let Err(wrong) = self.one(seed, text, &source, &tests, &mut judged) {
            judged.wrong = Some(format!("{wrong}\n  {}", source.display()));
        } else if !self.keep {
            let _ = std::fs::remove_file(&source);
            let _ = std::fs::remove_file(&tests);
        }
        let _ = std::fs::remove_file(tests.with_extension("exe"));
        judged
    }

    fn one(
        &self,
        seed: u64,
        text: &str,
        source: &Path,
        tests: &Path,
        judged: &mut Judged,
    ) -> Result<(), String> {
        let mut files = Files::new();
        let file = files.add(format!("p{seed}.c"), text);
        let loaded = front_c::load(&files, file, source, &front_c::Options::default());
        let Some(program) = loaded.program else {
            return Err(format!("not loaded: {}", source::render_all(&loaded.diagnostics, &files, false)));
        };
        let entries = language::entries(&program, None)?;
        judged.functions = entries.len();
        let criterion = if seed.is_multiple_of(3) { "branch" } else { "path" };
        let search = SearchOptions {
            criteria: vec![criterion.into()],
            loops: Some(2),
            depth: Some(4),
            max_cells: Some(6),
            limit: Some(TESTS / judged.functions.max(1)),
            ..SearchOptions::default()
        };
        let asked =
            Asked { path: source.to_path_buf(), ..Asked::new(&front_c::LANGUAGE, &files, file, search) };
        // Each function has its share, or the first one takes it all.
        let share = self.time / entries.len().max(1) as u32;
        let mut suite = Suite::default();
        for entry in entries {
            // Loading takes some of it.
            let budget = Budget::unlimited().with_time(share + Duration::from_millis(20));
            let name = program.proc(entry).map_or("", |p| p.name.as_str());
            let made = asked.try_open(Some(name), &budget)?.generate(&mut |_| {});
            judged.cut |= made.limit.is_some() || made.more;
            judged.unknown.extend(made.reasons);
            suite.tests.extend(made.suite.tests.into_iter().chain(made.errors));
        }
        judged.unknown.sort();
        judged.unknown.dedup();
        for (n, test) in suite.tests.iter_mut().enumerate() {
            test.name = format!("t{}", n + 1);
            let outcome = match &test.outcome {
                Outcome::Ok | Outcome::Fail => "ok".to_string(),
                Outcome::Error { fault, .. } => fault.message().to_string(),
            };
            *judged.outcomes.entry(outcome).or_default() += 1;
        }
        let failed = |ran: &workbench::Ran| match &ran.verdict {
            Verdict::Passed => None,
            Verdict::Failed(why) | Verdict::Invalid(why) => Some(format!("{}: {why}", ran.name)),
        };
        let budget = Budget::unlimited();
        let session = asked.try_open(None, &budget)?;
        let failed: Vec<String> = session.run(&suite).iter().filter_map(failed).collect();
        if !failed.is_empty() {
            return Err(format!("run again: {}", failed.join("; ")));
        }
        let placing = Placing { kind: "c".into(), program: format!("p{seed}.c") };
        let written = session.emit(&suite, &placing).map_err(|why| format!("not written: {why:?}"))?;
        std::fs::write(tests, written.together()).expect("written");
        for (_, why) in &written.left_out {
            *judged.left_out.entry(why.clone()).or_default() += 1;
        }
        let count = suite.tests.len() - written.left_out.len();
        let program = tests.with_extension("exe");
        self.compile(tests, &program)?;
        self.run(&program, count)
    }

    /// Runs the tests: each must pass, and none be skipped.
    fn run(&self, program: &Path, count: usize) -> Result<(), String> {
        let ran = Tool::new(program.to_string_lossy())
            .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
            .time_limit(Duration::from_secs(60))
            .run();
        let ran = match ran {
            Ok(ran) => ran,
            Err(e @ ToolError::TimedOut { .. }) => return Err(format!("does not end: {e}")),
            Err(e) => return Err(e.to_string()),
        };
        let said = String::from_utf8_lossy(&ran.stdout);
        let passed = said.lines().filter(|l| l.starts_with("ok ") && !l.contains("# SKIP")).count();
        if passed == count && ran.status.success() {
            return Ok(());
        }
        let lines: Vec<&str> =
            said.lines().filter(|l| !l.starts_with("ok ") || l.contains("# SKIP")).take(8).collect();
        let errors = String::from_utf8_lossy(&ran.stderr);
        let errors: Vec<&str> = errors
            .lines()
            .filter(|l| l.contains("runtime error") || l.contains("ERROR") || l.contains("#1 "))
            .take(3)
            .collect();
        Err(format!("{passed} of {count} pass: {}\n    {}", lines.join("\n    "), errors.join("\n    ")))
    }
}
