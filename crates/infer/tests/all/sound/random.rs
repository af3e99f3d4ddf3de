//! Random programs.

use super::case::{Case, Found};
use super::{STACK, campaign, patiently};
use imperative::Program;
use infer::Wanted;
use source::Files;
use std::path::Path;
use testkit::list_programs::list_program;

/// Reads C that needs no preprocessor.
pub fn read(name: &str, text: &str) -> Result<Program, String> {
    let (name, text) = (name.to_string(), text.to_string());
    let read = move || {
        let mut files = Files::new();
        let file = files.add(&name, text);
        let loaded = front_c::load(&files, file, Path::new(&name), &front_c::Options::default());
        let said = source::render_all(&loaded.diagnostics, &files, false);
        loaded.program.map(|program| (program, said.clone())).ok_or(said)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(read).map_err(|e| e.to_string())?;
    let (program, said) = thread.join().map_err(|_| "it panicked".to_string())??;
    // Claims that are not understood would not be judged. What a search cannot obey can still be.
    let open = said.contains("cannot be read") || said.contains("is not understood");
    if open { Err(said) } else { Ok(program) }
}

/// A few of the many things that one may look for.
pub fn wanted(number: u64) -> Option<Wanted> {
    let names: &[&str] = match number % 6 {
        0 | 1 => return None,
        2 => &["all", "ordered", "adjacent", "pairs", "sum", "multiset", "length"],
        3 => &["adjacent", "multiset"],
        4 => &["ordered", "sum", "length"],
        _ => &["all", "pairs"],
    };
    names.iter().try_fold(Wanted::default(), |wanted, name| wanted.with(name))
}

fn case(seed: u64, campaign: bool) -> Result<(String, Case), String> {
    let made = list_program(seed);
    let program =
        read("random.c", &made.text).map_err(|said| format!("seed {seed}:\n{}\n{said}", made.text))?;
    let entry = program.proc_named(made.entry).ok_or("no entry")?;
    let case = Case {
        name: format!("random program {seed}"),
        program,
        entry,
        wanted: wanted(seed / 7),
        k: (seed % 3) as usize,
        octagons: seed % 4 >= 2,
        runs: if campaign { 60 } else { 25 },
        seed,
        steps: if campaign { 4_000 } else { 150 },
        seconds: campaign.then_some(5),
    };
    Ok((made.text, case))
}

#[test]
fn runs_of_random_list_programs_stay_in_what_is_found() {
    let (count, first) = campaign().unwrap_or((10, 1));
    let long = campaign().is_some();
    let mut all = Found::default();
    for seed in first..first + count {
        let (text, case) = match case(seed, long) {
            Ok(made) => made,
            Err(said) => {
                all.violations.push(said);
                continue;
            }
        };
        let found = patiently(case, if long { 15 } else { 600 });
        for violation in &found.violations {
            println!("{violation}\n{text}");
        }
        all.add(found);
        if long && (seed + 1 - first) % 50 == 0 {
            all.say(&format!("random programs up to {seed}"));
        }
    }
    all.say("random programs");
    assert!(all.violations.is_empty(), "{}", all.violations.join("\n"));
    assert!(all.states > 0 && all.shown > 0);
}
