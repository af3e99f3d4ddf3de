//! `run`: a suite against the program as it is now.

use crate::load::entries;
use imperative::Program;
use imperative::machine::Options;
use suite::{Suite, Verdict, run_test};

/// What came of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// Runs every test of a suite; what is wrong with one does not keep the others from running.
pub fn run_suite(program: &Program, suite: &Suite) -> Vec<Ran> {
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
                        |proc| run_test(program, *proc, test, &Options::default()).0,
                    ),
                }
            };
            Ran { name: test.name.clone(), verdict }
        })
        .collect()
}
