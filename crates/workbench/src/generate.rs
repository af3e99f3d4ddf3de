//! `generate` and `complete`: what a search found, as a suite.

use crate::coverage::Coverage;
use crate::engine::{Engine, SearchResult, StreamedCounts};
use base::Stop;
use imperative::Notation;
use suite::{Suite, Test};

/// What `generate` and `complete` give.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The suite; those tests that are new stand at its end.
    pub suite: Suite,
    /// How many are new.
    pub added: usize,
    /// Tests that were told while they were found. They stand before those of the suite.
    pub told: StreamedCounts,
    /// An input for each entry and place where an error was found that no test of the suite shows.
    pub errors: Vec<Test>,
    /// The limit that ended the search early.
    pub limit: Option<Stop>,
    /// Whether there were more tests than were asked for.
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The default bounds that were in force.
    pub defaults: Vec<String>,
    /// Each criterion goal by goal, with the tests of the suite that meet it.
    pub coverage: Vec<Coverage>,
    /// Existing tests that do not fit the program, and why.
    pub invalid: Vec<(String, String)>,
    /// How the language of the program writes things.
    pub notation: Notation,
    /// Tests of the suite that end in an error that no compiled program notices, so that nothing confirms them.
    pub unconfirmed: usize,
}

/// Puts what was found into a suite.
pub(crate) fn assemble(
    engine: &dyn Engine,
    mut suite: Suite,
    hunted: SearchResult,
    told: StreamedCounts,
    seconds: f64,
) -> Generated {
    let added = told.tests + hunted.tests.len();
    suite.tests.extend(hunted.tests);
    suite.criteria = hunted.tallies;
    if let Some(search) = hunted.search {
        suite.exploration = Some(suite::Search { seconds, ..search });
    }
    let mut errors: Vec<Test> = Vec::new();
    for mut test in hunted.errors {
        if suite.tests.iter().all(|known| known.outcome != test.outcome || known.entry != test.entry) {
            test.name = format!("error{}", errors.len() + 1);
            errors.push(test);
        }
    }
    Generated {
        notation: engine.notation(),
        unconfirmed: told.unconfirmed + suite.tests.iter().filter(|t| engine.is_unconfirmed(t)).count(),
        told,
        suite,
        added,
        errors,
        limit: hunted.stopped,
        more: hunted.more,
        reasons: hunted.reasons,
        notes: hunted.notes,
        defaults: hunted.defaults,
        coverage: hunted.coverage,
        invalid: hunted.invalid,
    }
}
