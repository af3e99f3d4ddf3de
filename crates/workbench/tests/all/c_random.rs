//! Random C files: the tests that are generated for them are written as C, compiled with sanitizers, and judged by the
//! program that comes out. A test says what our machine gave, so both machines are compared on every input.
//!
//! `GLASSBOX_PROGRAMS` says how many files are tried, `GLASSBOX_SEED` with which one to start; `cargo xtask campaign c`
//! tries 1,000. A file that is judged otherwise is kept in the build folder, with its tests; all are with
//! `GLASSBOX_KEEP=1`.

use crate::judging;

use judging::{Judge, Judged, Tally};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How many files every test run tries.
const FEW: u64 = 40;
/// The first of them.
const SEED: u64 = 1_000;
/// How many files are tried at a time.
const THREADS: usize = 2;
/// The stack of the program itself.
const STACK: usize = 256 << 20;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn compiled_tests_of_random_files_pass() {
    if testkit::require::program("cc", "tests of random C files, compiled and run").is_none() {
        return;
    }
    // A test run has less time than a campaign.
    let time =
        Duration::from_millis(if std::env::var_os("GLASSBOX_PROGRAMS").is_some() { 2_500 } else { 800 });
    let judge = Judge::new(setting("GLASSBOX_KEEP", 0) == 1, time);
    if !judge.has_sanitizers() {
        assert!(std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_none(), "cc has no sanitizers");
        eprintln!("skipped: tests of random C files (cc has no sanitizers)");
        return;
    }
    let (count, first) = (setting("GLASSBOX_PROGRAMS", FEW), setting("GLASSBOX_SEED", SEED));
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let work = || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count {
                        break;
                    }
                    let seed = first + n;
                    let judged = judge.judge(seed, &testkit::c_programs::program(seed));
                    if let Judged { wrong: Some(wrong), .. } = &judged {
                        println!("program {seed}: {wrong}\n");
                    }
                    let mut tally = tally.lock().expect("nobody panics");
                    tally.add(seed, judged);
                    if tally.programs.is_multiple_of(50) {
                        println!("{tally}");
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        }
    });
    let tally = tally.into_inner().expect("nobody panics");
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "judged otherwise: {:?}", tally.wrong);
    assert!(tally.tests() >= 5 * count, "{} tests of {count} programs", tally.tests());
}
