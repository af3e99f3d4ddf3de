//! Mutants of C functions that are called equivalent, against their text: each is edited as it is shown, compiled, and run beside the
//! original on random arguments. Where the original ends without undefined behaviour, both must do the same.
//!
//! `GLASSBOX_PROGRAMS` says how many mutants are compiled, `GLASSBOX_INPUTS` on how many inputs each function is run,
//! `GLASSBOX_SEED` with which file to start; `cargo xtask campaign edited` tries 400. Some that are killed are compiled too: the
//! judge that never tells anything apart judges nothing.

use crate::asking::Asked;
use crate::editing::{edited, setting};
use base::Budget;
use source::Files;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::c_edits::{driver, functions};
use tools::Tool;
use workbench::{Fate, MutateOptions, SearchOptions};

/// Mutants in every test run, inputs for each, and the first file.
const FEW: u64 = 6;
const INPUTS: u64 = 60;
const SEED: u64 = 1;
/// Functions of a file, and files at most.
const A_FILE: usize = 3;
const FILES: u64 = 400;
/// For this many mutants that are called equivalent, one killed mutant is compiled.
const CONTROL: u64 = 4;

struct Judge {
    folder: PathBuf,
    inputs: u64,
}

/// What a call does; nothing for one that a sanitizer or the clock ended.
type Calls = Vec<Option<String>>;

impl Judge {
    /// Compiles a text.
    fn compile(&self, name: &str, text: &str) -> Option<PathBuf> {
        let (source, program) = (self.folder.join(format!("{name}.c")), self.folder.join(name));
        std::fs::write(&source, format!("{text}\n{}", driver(text))).ok()?;
        let flags = [
            "-std=gnu11",
            "-w",
            "-O1",
            "-fsanitize=undefined,address",
            "-fno-sanitize-recover=all",
            "-fsanitize-undefined-trap-on-error",
            "-o",
        ];
        let tool =
            Tool::new("cc").args(flags).arg(&program).arg(&source).time_limit(Duration::from_secs(120));
        tool.run().ok().filter(|ran| ran.status.success()).map(|_| program)
    }

    /// Calls a function on all inputs.
    fn run(&self, program: &Path, function: &str, seed: u64) -> Calls {
        let number = function.trim_start_matches('f');
        let tool = Tool::new(program.to_string_lossy())
            .args([number.to_string(), seed.to_string(), self.inputs.to_string()])
            .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
            .time_limit(Duration::from_secs(300));
        let Ok(ran) = tool.run() else { return Vec::new() };
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let calls = said.split("call ").skip(1);
        calls.map(|one| (!one.contains("\nsignal ")).then(|| one.to_string())).collect()
    }
}

/// The name of the function that a line belongs to.
fn function_at(text: &str, line: usize) -> Option<String> {
    let heads = text.lines().take(line).filter(|l| l.ends_with(')') && !l.starts_with([' ', '#', '}']));
    let (head, _) = heads.last()?.split_once('(')?;
    head.rsplit_once(' ').map(|(_, name)| name.to_string())
}

#[test]
fn mutants_that_are_called_equivalent_do_the_same() {
    if testkit::require::program("cc", "mutants of C functions, edited and compiled").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-edited");
    std::fs::create_dir_all(&folder).expect("a folder");
    let judge = Judge { folder, inputs: setting("GLASSBOX_INPUTS", INPUTS) };
    let (wanted, first) = (setting("GLASSBOX_PROGRAMS", FEW), setting("GLASSBOX_SEED", SEED));
    let (mut tried, mut controls, mut told, mut not_found) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for seed in first..first + FILES {
        if tried >= wanted {
            break;
        }
        let text = functions(seed, A_FILE);
        let mut files = Files::new();
        let file = files.add("p.c", text.clone());
        let search = SearchOptions { effort: 5, ..SearchOptions::default() };
        let asked =
            Asked { path: PathBuf::from("p.c"), ..Asked::new(&front_c::LANGUAGE, &files, file, search) };
        let budget = Budget::unlimited();
        let session = asked.open(None, &budget);
        let suite = session.generate(&mut |_| {}).suite;
        let judged = session.mutate(&suite, &MutateOptions { kill: false }, &mut |_| {});
        let Some(original) = judge.compile(&format!("p{seed}"), &text) else {
            panic!("file {seed} does not compile:\n{text}")
        };
        let mut known: BTreeMap<String, Calls> = BTreeMap::new();
        for (number, mutant) in judged.mutants.iter().enumerate() {
            let equivalent = mutant.fate == Fate::Equivalent;
            let control = matches!(mutant.fate, Fate::Killed { .. }) && controls * CONTROL < tried;
            if tried >= wanted || !(equivalent || control) {
                continue;
            }
            let found = edited(&text, mutant).zip(function_at(&text, mutant.line));
            let name = format!("p{seed}-{number}");
            let compiled = found.and_then(|(text, function)| Some((judge.compile(&name, &text)?, function)));
            let Some((program, function)) = compiled else {
                not_found += u64::from(equivalent);
                continue;
            };
            let before =
                known.entry(function.clone()).or_insert_with(|| judge.run(&original, &function, seed));
            let after = judge.run(&program, &function, seed);
            let differs = before.iter().zip(&after).any(|(a, b)| a.is_some() && a != b);
            let title = format!("file {seed}, line {}: {} becomes {}", mutant.line, mutant.from, mutant.to);
            if equivalent {
                tried += 1;
                if differs {
                    wrong.push(title);
                    continue;
                }
            } else {
                controls += 1;
                told += u64::from(differs);
            }
            for file in [program.clone(), program.with_extension("c")] {
                let _ = std::fs::remove_file(file);
            }
        }
    }
    println!("{tried} called equivalent, {not_found} not edited; {told} of {controls} killed ones differ");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(told > 0 || controls == 0, "the judge tells nothing apart");
}
