//! `cargo xtask fuzz TARGET`: feeds mutated corpus files to a parser (and what follows it).
//!
//! Works with the stable toolchain and in one process. Case number *n* of a seed is always the same
//! input, whatever ran before, so a finding is repeated with `--seed`, or with `--replay FILE`.
//!
//! Three things count as a finding: a panic, a case that the watchdog had to end, and a crash of the
//! process. The input is written to `fuzz/findings/TARGET-SEED-CASE`, and fuzzing goes on; findings that
//! look alike are kept once. For a crash, which leaves no time for that, the running input always lies in
//! `fuzz/findings/TARGET-running`.
//! What was found belongs into the corpus, together with the fix.

mod ada_programs;
mod c_programs;
mod mercury_programs;
mod mutate;
mod random;
mod sessions;
mod targets;

use crate::arguments::Arguments;
use random::Random;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use targets::Target;

/// A case that takes longer than this hangs. Targets limit themselves to far less.
const HANG: Duration = Duration::from_secs(30);
/// After this many different findings, there is enough to do.
const MOST_FINDINGS: usize = 20;
/// The stack that the program itself works on; parsers must manage with it.
const STACK: usize = 512 << 20;

/// Reads the arguments and fuzzes.
pub fn run(args: &[String]) -> Result<(), String> {
    let args = Arguments::parse(args, &["seconds", "seed", "cases", "replay"])?;
    let names: Vec<&str> = targets::TARGETS.iter().map(|t| t.name).collect();
    let [name] = args.words.as_slice() else {
        return Err(format!("name one target out of: {}", names.join(", ")));
    };
    let target = targets::TARGETS
        .iter()
        .find(|t| t.name == name)
        .ok_or_else(|| format!("no target `{name}`; there are: {}", names.join(", ")))?;
    let cases = args.number("cases")?;
    let seconds = args.number("seconds")?.unwrap_or(if cases.is_some() { u64::MAX } else { 60 });
    let seed = args.number("seed")?.unwrap_or(1);
    let findings = crate::root().join("fuzz/findings");
    std::fs::create_dir_all(&findings).map_err(|e| format!("{}: {e}", findings.display()))?;

    let job = match args.text("replay") {
        Some(file) => {
            let input = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
            Job { target, seed, cases: 1, corpus: Vec::new(), replay: Some(input), findings }
        }
        None => {
            let mut corpus = read_corpus(&crate::root().join(target.corpus), target.ending)?;
            match target.ending {
                "adb" => corpus.extend(ada_programs::random()),
                "c" => corpus.extend(c_programs::random()),
                _ => {}
            }
            Job { target, seed, cases: cases.unwrap_or(u64::MAX), corpus, replay: None, findings }
        }
    };
    job.run(seconds)
}

/// All files under a folder with the given ending, in order of their names.
fn read_corpus(folder: &Path, ending: &str) -> Result<Vec<Vec<u8>>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no .{ending} files to start from", folder.display()));
    }
    files.iter().map(|file| std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))).collect()
}

struct Job {
    target: &'static Target,
    seed: u64,
    cases: u64,
    corpus: Vec<Vec<u8>>,
    replay: Option<Vec<u8>>,
    findings: PathBuf,
}

/// The case that runs at the moment, for the watchdog.
type Running = Arc<Mutex<(u64, Vec<u8>)>>;

impl Job {
    fn run(self, seconds: u64) -> Result<(), String> {
        let out_of_time = Arc::new(AtomicBool::new(false));
        let running: Running = Arc::default();
        let (beat, heartbeat) = mpsc::channel::<()>();

        // The alarm sleeps past the end of a run that stops earlier; the process does not wait for it.
        let alarm = Arc::clone(&out_of_time);
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(seconds));
            alarm.store(true, Ordering::Relaxed);
        });

        let (name, seed, findings) = (self.target.name, self.seed, self.findings.clone());
        let scratch = findings.join(format!("{name}-running"));
        let seen = Arc::clone(&running);
        let work = move || self.cases(&out_of_time, &seen, &beat);
        let worker = thread::Builder::new().stack_size(STACK).spawn(work).map_err(|e| e.to_string())?;

        loop {
            match heartbeat.recv_timeout(HANG) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let (case, input) = running.lock().map_err(|e| e.to_string())?.clone();
                    let file = findings.join(format!("{name}-{seed}-{case}"));
                    std::fs::write(&file, input).map_err(|e| e.to_string())?;
                    return Err(format!("case {case} hangs: {}", file.display()));
                }
            }
        }
        let result = worker.join().map_err(|_| "the fuzzer itself panicked".to_string())?;
        drop(std::fs::remove_file(scratch));
        result
    }

    fn cases(
        &self,
        out_of_time: &AtomicBool,
        running: &Running,
        beat: &mpsc::Sender<()>,
    ) -> Result<(), String> {
        let scratch = self.findings.join(format!("{}-running", self.target.name));
        let mut tally: BTreeMap<&'static str, u64> = BTreeMap::new();
        let mut found: Vec<String> = Vec::new();
        remember_panics();
        let mut case = 0;
        while case < self.cases && found.len() < MOST_FINDINGS && !out_of_time.load(Ordering::Relaxed) {
            let input = match &self.replay {
                Some(input) => input.clone(),
                None => mutate::case(&mut Random::new(self.seed, case), &self.corpus),
            };
            std::fs::write(&scratch, &input).map_err(|e| format!("{}: {e}", scratch.display()))?;
            *running.lock().map_err(|e| e.to_string())? = (case, input.clone());
            let wrong = match catch_unwind(AssertUnwindSafe(|| (self.target.run)(&input))) {
                Ok(Ok(outcome)) => {
                    *tally.entry(outcome).or_insert(0) += 1;
                    None
                }
                Ok(Err(wrong)) => Some(wrong),
                Err(_) => Some(last_panic()),
            };
            if let Some(wrong) = wrong
                && !found.contains(&wrong)
            {
                eprintln!("{}", self.finding(case, &input, &wrong));
                found.push(wrong);
            }
            case += 1;
            // The watchdog outlives this loop; should it be gone, there is nobody to tell.
            let _ = beat.send(());
        }
        let tally: Vec<String> = tally.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        println!("fuzz {}: {case} cases of seed {}, {}", self.target.name, self.seed, tally.join(", "));
        if found.is_empty() { Ok(()) } else { Err(format!("{} findings", found.len())) }
    }

    fn finding(&self, case: u64, input: &[u8], what: &str) -> String {
        let file = self.findings.join(format!("{}-{}-{case}", self.target.name, self.seed));
        match std::fs::write(&file, input) {
            Ok(()) => format!("case {case}: {what}\n  input: {}", file.display()),
            Err(e) => format!("case {case}: {what}\n  (the input could not be written: {e})"),
        }
    }
}

/// What the last panic said, and where. The hook keeps it, so that findings can be told apart.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let trace = std::backtrace::Backtrace::force_capture().to_string();
        // The first frame of this project says more than the line in the standard library.
        let ours = trace.lines().map(str::trim).find(|line| {
            line.starts_with("at ./crates/") || (line.starts_with("at ") && line.contains("/crates/"))
        });
        let text =
            format!("{}, {}", info.to_string().replace('\n', " "), ours.unwrap_or("at an unknown place"));
        *LAST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = text;
    }));
}

fn last_panic() -> String {
    LAST_PANIC.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
}
