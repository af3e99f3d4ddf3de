//! `run`: a suite against the program as it is now.

use crate::load::entries;
use imperative::Program;
use imperative::machine::{Limits, Options};
use suite::{Suite, Verdict, run_test};

/// What came of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// Tests that people wrote may take long: twenty million steps are about a second.
pub(crate) fn patient() -> Limits {
    Limits { steps: 20_000_000, depth: 1_000_000, memory: 20_000_000, ..Limits::default() }
}

/// Runs every test of a suite; what is wrong with one does not keep the others from running.
pub fn run_suite(program: &Program, suite: &Suite) -> Vec<Ran> {
    let options = Options { limits: patient(), ..Options::default() };
    let mut seen: Vec<&str> = Vec::new();
    suite
        .tests
        .iter()
        .map(|test| {
            let verdict = if seen.contains(&test.name.as_str()) {
                Verdict::Invalid(format!("there is another test with the name `{}`", test.name))
            } else {
                seen.push(&test.name);
                match entries(program, Some(&test.entry)) {
                    Err(why) => Verdict::Invalid(why),
                    Ok(found) => found.first().map_or_else(
                        || Verdict::Invalid("there is nothing to run".into()),
                        |proc| run_test(program, *proc, test, &options).0,
                    ),
                }
            };
            Ran { name: test.name.clone(), verdict }
        })
        .collect()
}
