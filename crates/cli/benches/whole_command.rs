//! From the start of the program to a suite in JSON: `cargo bench -p cli --bench whole_command`.
//!
//! Tests of every path of `corpus/impl/insertion-sort.impl` within 5 to 8 iterations: what the engine takes in this process, and
//! what the whole command takes on one thread (search, replay, criteria, JSON into a file).

use base::{Budget, Stopwatch};
use explore::{Bounds, Plan, explore};
use source::Files;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How often each is measured; the best counts.
const TIMES: usize = 5;

fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/impl/insertion-sort.impl");
    let text = std::fs::read_to_string(&file).expect("the corpus is there");
    println!("{:>5} {:>8} {:>14} {:>16} {:>6}", "loops", "tests", "engine, s", "command, s", "ratio");
    for loops in 5..=8 {
        let (paths, engine) = engine(&text, loops);
        let command = command(&file, loops);
        println!(
            "{loops:>5} {paths:>8} {engine:>8.3} ({:>6.0}/s) {command:>7.3} ({:>6.0}/s) {:>6.2}",
            paths as f64 / engine,
            paths as f64 / command,
            command / engine
        );
    }
}

/// The paths, and the best time of the engine alone.
fn engine(text: &str, loops: u32) -> (u64, f64) {
    let mut files = Files::new();
    let file = files.add("sort.impl", text);
    let program = front_impl::load(&files, file).program.expect("it is a program");
    let main = program.main.expect("it has statements");
    let plan = Plan::within(Bounds { loops: Some(loops), ..Bounds::default() });
    let (mut paths, mut best) = (0, f64::MAX);
    for _ in 0..TIMES {
        let watch = Stopwatch::start();
        paths = explore(&program, main, &plan, &Budget::unlimited(), &mut |_| true).paths;
        best = best.min(watch.seconds());
    }
    (paths, best)
}

/// The best time of the whole command.
fn command(file: &Path, loops: u32) -> f64 {
    let out: PathBuf = std::env::temp_dir().join(format!("glassbox-bench-{}.json", std::process::id()));
    let mut best = f64::MAX;
    for _ in 0..TIMES {
        let watch = Stopwatch::start();
        let status = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args([
                "generate",
                "-c",
                "path",
                "--format",
                "json",
                "--jobs",
                "1",
                "--loops",
                &loops.to_string(),
            ])
            .arg("-o")
            .arg(&out)
            .arg(file)
            .stderr(Stdio::null())
            .status();
        best = best.min(watch.seconds());
        assert!(status.is_ok_and(|status| status.success()), "the command fails");
    }
    // What is left behind lies where systems clean up.
    let _ = std::fs::remove_file(out);
    best
}
