//! The programs of `corpus/lists`, their broken twins, and mutants of both.

use super::case::{Case, Found};
use super::random::wanted;
use super::{STACK, campaign, patiently};
use base::Random;
use imperative::{ProcId, Program};
use source::Files;
use std::path::{Path, PathBuf};
use suite::mutants::imperative::mutants;
use testkit::require;

/// A file that was read, with the first of its functions that has claims.
struct Read {
    name: String,
    files: Files,
    program: Program,
    entry: ProcId,
}

fn folder(of: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(of);
    let entries = std::fs::read_dir(root).expect("a folder");
    let mut all: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    all.sort();
    all
}

fn read(path: &Path) -> Vec<Read> {
    let path = path.to_path_buf();
    let read = move || {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut files = Files::new();
        let file = files.add(path.to_string_lossy(), text);
        let loaded = front_c::load(&files, file, &path, &front_c::Options::default());
        (path, files, loaded.program.expect("a program"))
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(read).expect("a thread");
    let (path, files, program) = thread.join().expect("it can be read");
    let with_claims = |id: &ProcId| program.proc(*id).is_some_and(|p| !p.hidden && !p.claims.is_empty());
    let ids: Vec<ProcId> = program.proc_ids().filter(with_claims).collect();
    let short = |id: ProcId| {
        let broken = if path.parent().is_some_and(|p| p.ends_with("broken")) { "broken/" } else { "" };
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        format!("{broken}{stem} {}", program.proc(id).map_or("", |proc| proc.name.as_str()))
    };
    ids.into_iter()
        .map(|id| Read { name: short(id), files: files.clone(), program: program.clone(), entry: id })
        .collect()
}

fn all() -> Vec<Read> {
    let paths = folder("corpus/lists").into_iter().chain(folder("corpus/lists/broken"));
    paths.flat_map(|path| read(&path)).collect()
}

fn case(of: &Read, number: u64, long: bool) -> Case {
    Case {
        name: of.name.clone(),
        program: of.program.clone(),
        entry: of.entry,
        wanted: wanted(number / 6),
        k: (number % 3) as usize,
        octagons: number % 2 == 1,
        runs: if long { 60 } else { 20 },
        seed: number,
        steps: if long { 4_000 } else { 60 },
        seconds: long.then_some(5),
    }
}

fn finish(found: &Found, what: &str) {
    found.say(what);
    assert!(found.violations.is_empty(), "{}", found.violations.join("\n"));
    assert!(found.states > 0 && found.shown > 0);
}

#[test]
fn runs_of_the_corpus_stay_in_what_is_found() {
    if require::program("cc", "the corpus is preprocessed").is_none() {
        return;
    }
    let long = campaign().is_some();
    let mut found = Found::default();
    // The others are for campaigns: all of them take a minute.
    for (at, of) in all().iter().enumerate().filter(|(at, _)| long || at % 5 == 1) {
        // In a campaign each program with all numbers of nodes, both domains and what it suggests itself, and more.
        let numbers = if long { (0..6).chain([14, 15, 19, 24, 31, 35]).collect() } else { vec![at as u64] };
        for number in numbers {
            let one = patiently(case(of, number, long), if long { 20 } else { 600 });
            one.violations.iter().for_each(|violation| println!("{violation}"));
            found.add(one);
        }
    }
    finish(&found, "the corpus");
}

#[test]
fn runs_of_mutants_stay_in_what_is_found() {
    if require::program("cc", "the corpus is preprocessed").is_none() {
        return;
    }
    let (count, seed) = campaign().unwrap_or((10, 1));
    let long = campaign().is_some();
    let mut random = Random::new(seed);
    let mut found = Found::default();
    let all = all();
    for done in 0..count {
        if long && done % 50 == 49 {
            found.say(&format!("{done} mutants"));
        }
        let of = &all[random.below(all.len())];
        let mutants = mutants(&of.files, &of.program, &[of.entry]);
        let Some(mutant) = random.pick(&mutants) else { continue };
        let number = random.below(36) as u64;
        let mut case = case(of, number, long);
        case.program = mutant.apply(&of.program);
        case.name = format!("{} with `{}` for `{}` at {:?}", of.name, mutant.to, mutant.from, mutant.span);
        let one = patiently(case, if long { 15 } else { 600 });
        one.violations.iter().for_each(|violation| println!("{violation}"));
        found.add(one);
    }
    finish(&found, "mutants of the corpus");
}
