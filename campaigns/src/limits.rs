//! `cargo xtask campaign limits [--files LIST]`: what is left of a run that is ended early.
//!
//! `generate --format json` works on each of these files, or on the ten of the corpus that take longest and on a C file of 3,000
//! functions; at ten moments each its time is over (`--timeout`), and at ten moments it is told to end (`kill -TERM`). It has to end
//! within two seconds, with JSON that can be read and has all tests that it names.
//!
//! ```text
//! corpus/c/rbtree.c   timeout 1.4 s: 0.3 s later, 21 tests   TERM 1.4 s: 0.3 s later, 19 tests
//! ```

use crate::c_corpus::build;
use base::Stopwatch;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How late a run may end, in seconds.
const LATE: f64 = 2.0;
/// Moments for each file.
const MOMENTS: u32 = 10;
/// The slowest files of the corpus that are looked at, and how long one may take while they are sought, in seconds.
const SLOWEST: usize = 10;
const SEEKING: &str = "10";
/// The folders of the corpus, with the endings of programs.
const FOLDERS: [(&str, &str); 5] = [
    ("corpus/c", "c"),
    ("corpus/ada", "adb"),
    ("corpus/impl", "impl"),
    ("corpus/clp", "pl"),
    ("corpus/mercury", "m"),
];
/// Functions of the large file.
const FUNCTIONS: usize = 3_000;

/// How a run is ended.
#[derive(Clone, Copy)]
enum Way {
    Timeout,
    Term,
}

/// Runs the campaign over these files, separated by commas, or over the slowest ones.
pub fn run(files: Option<&str>) -> Result<(), String> {
    let glassbox = PathBuf::from(build()?);
    let scratch = std::env::temp_dir().join(format!("glassbox-limits-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let files = match files {
        Some(list) => list.split(',').map(|f| (PathBuf::from(f.trim()), 10.0)).collect(),
        None => slowest(&glassbox, &scratch)?,
    };
    let mut broken = 0;
    for (file, seconds) in &files {
        let (mut latest, mut most, mut wrong) = (0.0f64, 0, 0);
        for moment in 1..=MOMENTS {
            let after = seconds * f64::from(moment) / f64::from(MOMENTS + 1);
            for way in [Way::Timeout, Way::Term] {
                match ended(&glassbox, file, after, way) {
                    Ok((late, tests)) => (latest, most) = (latest.max(late), most.max(tests)),
                    Err(why) => {
                        wrong += 1;
                        println!("{}: {} {after:.1} s: {why}", file.display(), name(way));
                    }
                }
            }
        }
        println!("{}: at most {latest:.2} s late, up to {most} tests, {wrong} wrong", file.display());
        broken += wrong;
    }
    fs::remove_dir_all(&scratch).map_err(|e| e.to_string())?;
    if broken == 0 { Ok(()) } else { Err(format!("{broken} runs were late or lost what they had found")) }
}

fn name(way: Way) -> &'static str {
    match way {
        Way::Timeout => "--timeout",
        Way::Term => "kill -TERM",
    }
}

/// The slowest files of the corpus and the large one, each with its seconds.
fn slowest(glassbox: &Path, scratch: &Path) -> Result<Vec<(PathBuf, f64)>, String> {
    let mut all: Vec<(PathBuf, f64)> = Vec::new();
    for (folder, ending) in FOLDERS {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == ending));
        files.sort();
        for file in files {
            let watch = Stopwatch::start();
            let mut command = Command::new(glassbox);
            command.args(["generate", "--format", "json", "--timeout", SEEKING]).arg(&file);
            let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().map_err(|e| e.to_string())?;
            all.push((file, watch.seconds()));
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(SLOWEST);
    let mut text = String::new();
    for n in 0..FUNCTIONS {
        let _ = writeln!(
            text,
            "int f{n}(int a, int b) {{ int s = 0; if (a > {n}) s = 1; if (b < a) s += 2; while (s < b && s < 5) s++; return s; }}"
        );
    }
    let large = scratch.join("large.c");
    fs::write(&large, text).map_err(|e| e.to_string())?;
    all.push((large, 12.0));
    Ok(all)
}

/// Ends a run after some seconds: how late it ended, and how many tests it wrote.
fn ended(glassbox: &Path, file: &Path, after: f64, way: Way) -> Result<(f64, usize), String> {
    let watch = Stopwatch::start();
    let mut command = Command::new(glassbox);
    command.args(["generate", "--format", "json"]).arg(file).stdin(Stdio::null());
    if let Way::Timeout = way {
        command.args(["--timeout", &format!("{after:.3}")]);
    }
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    if let Way::Term = way {
        std::thread::sleep(Duration::from_secs_f64(after));
        let pid = child.id().to_string();
        // It may have ended before.
        let _ = Command::new("kill").args(["-TERM", &pid]).stderr(Stdio::null()).status();
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let late = (watch.seconds() - after).max(0.0);
    if late > LATE {
        return Err(format!("it ended {late:.1} s late"));
    }
    let read: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("no JSON: {e}"))?;
    let tests = read["tests"].as_array().ok_or("the JSON has no tests")?;
    Ok((late, tests.len()))
}
