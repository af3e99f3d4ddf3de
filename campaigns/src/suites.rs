//! `cargo xtask campaign suites [--files LIST] [--criterion NAME]`: what default suites are worth beside smallest ones.
//!
//! Each program of `corpus/c` and `corpus/impl` gets both suites: the default one and that of `--fewest`. Counted are goals
//! met, cells and elements of inputs, and mutants killed.
//!
//! ```text
//! corpus/impl   default   169 goals met   95 tests   1.21 cells   killed 1049 of 1101, 95.3 %   2.1 s
//! corpus/impl   --fewest  169 goals met   61 tests   1.37 cells   killed  964 of 1101, 87.6 %   1.2 s
//! ```

use crate::c_corpus::{build, said};
use base::Stopwatch;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tools::Tool;

/// How long a step may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// What mutants of a file may take that no test kills, in seconds.
const COMPARING: &str = "2";
/// The suites.
const SUITES: [(&str, &[&str]); 2] = [("default", &[]), ("--fewest", &["--fewest"])];
/// The folders, with the endings of programs.
const FOLDERS: [(&str, &str); 2] = [("corpus/c", "c"), ("corpus/impl", "impl")];

/// What came of the files of a folder.
#[derive(Default)]
struct Sum {
    met: u64,
    tests: u64,
    cells: u64,
    mutants: u64,
    killed: u64,
    seconds: f64,
}

/// Runs the campaign over these files, separated by commas, or over the corpus.
pub fn run(files: Option<&str>, criterion: Option<&str>) -> Result<(), String> {
    let glassbox = build()?;
    let scratch = std::env::temp_dir().join(format!("glassbox-suites-{}.json", std::process::id()));
    let groups: Vec<(&str, Vec<PathBuf>)> = match files {
        Some(list) => vec![("files", list.split(',').map(|f| PathBuf::from(f.trim())).collect())],
        None => FOLDERS
            .iter()
            .map(|(at, ending)| Ok((*at, programs(at, ending)?)))
            .collect::<Result<_, String>>()?,
    };
    let mut broken = 0;
    for (name, files) in groups {
        for (suite, options) in SUITES {
            let mut sum = Sum::default();
            for file in &files {
                let options: Vec<&str> =
                    options.iter().copied().chain(["-c", criterion.unwrap_or("branch")]).collect();
                if let Err(why) = one(&glassbox, file, &options, &scratch, &mut sum) {
                    broken += 1;
                    println!("{}: {}", file.display(), why.trim_end());
                }
            }
            println!("{name:<12} {suite:<9} {}", sum.line());
        }
    }
    // What is left behind lies where systems clean up.
    let _ = fs::remove_file(&scratch);
    if broken == 0 { Ok(()) } else { Err(format!("{broken} suites could not be made or judged")) }
}

impl Sum {
    fn line(&self) -> String {
        let percent = 100.0 * self.killed as f64 / self.mutants.max(1) as f64;
        let cells = self.cells as f64 / self.tests.max(1) as f64;
        format!(
            "{} goals met   {} tests   {cells:.2} cells   killed {} of {}, {percent:.1} %   {:.1} s",
            self.met, self.tests, self.killed, self.mutants, self.seconds
        )
    }
}

/// The programs of a folder that give suites by default.
fn programs(folder: &str, ending: &str) -> Result<Vec<PathBuf>, String> {
    let folder = crate::root().join(folder);
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == ending));
    files.sort();
    Ok(files)
}

/// Makes one suite and judges it.
fn one(glassbox: &str, file: &Path, options: &[&str], suite: &Path, sum: &mut Sum) -> Result<(), String> {
    let watch = Stopwatch::start();
    let generate = Tool::new(glassbox).arg("generate").arg(file).args(options);
    let made = generate.args(["--format", "json", "-o"]).arg(suite).time_limit(PATIENCE).run();
    let made = made.map_err(|e| e.to_string())?;
    sum.seconds += watch.seconds();
    if !suite.exists() {
        return Err(said(&made));
    }
    let read: Value = serde_json::from_str(&fs::read_to_string(suite).map_err(|e| e.to_string())?)
        .map_err(|e| e.to_string())?;
    fs::remove_file(suite).map_err(|e| e.to_string())?;
    let met: u64 = entries(&read["criteria"]).iter().filter_map(|c| c["covered"].as_u64()).sum();
    let tests = entries(&read["tests"]);
    sum.met += met;
    sum.tests += tests.len() as u64;
    sum.cells += tests.iter().map(|test| cells(&test["input"]["heap"])).sum::<u64>();
    fs::write(suite, read.to_string()).map_err(|e| e.to_string())?;
    let judge = Tool::new(glassbox).arg("mutate").arg(file).arg(suite).args(["--timeout", COMPARING]);
    let judged = judge.args(["--format", "json"]).time_limit(PATIENCE).run().map_err(|e| e.to_string())?;
    fs::remove_file(suite).map_err(|e| e.to_string())?;
    let judged_as: Value = serde_json::from_slice(&judged.stdout).map_err(|_| said(&judged))?;
    let count = |key: &str| judged_as[key].as_u64().unwrap_or(0);
    sum.mutants += count("mutants") - count("equivalent");
    sum.killed += count("killed");
    Ok(())
}

fn entries(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// Cells, and arrays with their elements.
fn cells(heap: &Value) -> u64 {
    let objects = heap.as_object().into_iter().flat_map(|heap| heap.values());
    objects.map(|object| 1 + entries(&object["elements"]).len() as u64).sum()
}
