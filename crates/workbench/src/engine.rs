//! What the flow of a command needs to know of a program: the one interface to all kinds of programs.
//!
//! An engine has a program with its entries, its options and its criteria. The flows in this crate ([`crate::Session`])
//! know nothing of what is behind it.

use crate::coverage::{Coverage, Covered};
use crate::graph::{FlowGraph, GraphOf};
use crate::inferred::{Inferred, Question};
use crate::mutate::Mutants;
use crate::trace::{TraceOptions, Traced};
use crate::verified::Verification;
use base::Stop;
use imperative::Notation;
use language::native::Native;
use language::{Emitted, Placing};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::{Line, Search, Snapshot, Suite, Tally, Test, Verdict};

/// How far a search has got.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that were found.
    pub paths: u64,
    /// Tests that were kept.
    pub tests: usize,
    /// Goals that no test meets yet.
    pub goals_left: usize,
    /// Solver queries.
    pub queries: u64,
    /// The function that is looked at, where that is one of several.
    pub at: Option<Arc<str>>,
}

/// What a search tells while it goes on.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// How far it has got.
    Progress(Progress),
    /// A test of the suite; it is handed over and not kept.
    Test(Box<Test>),
}

/// Tests that were told while a search went on, and are not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamedCounts {
    /// How many.
    pub tests: usize,
    /// Those that end in an error.
    pub errors: usize,
    /// Those that end in an error that no compiled program notices.
    pub unconfirmed: usize,
}

/// What a search for tests gives.
#[derive(Default)]
pub(crate) struct SearchResult {
    /// The new tests, with names that no test of the suite has.
    pub tests: Vec<Test>,
    /// An input for each entry and place where an error was found that no test shows.
    pub errors: Vec<Test>,
    /// How far each criterion is met with the new tests.
    pub tallies: Vec<Tally>,
    /// The same goal by goal.
    pub coverage: Vec<Coverage>,
    /// What the search did; nothing if none was needed.
    pub search: Option<Search>,
    /// The limit that ended it early.
    pub stopped: Option<Stop>,
    /// Whether there were more tests than were asked for.
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The default bounds that were in force.
    pub defaults: Vec<String>,
    /// Existing tests that do not fit the program, and why.
    pub invalid: Vec<(String, String)>,
}

/// A program with its entries, its options and its criteria.
pub(crate) trait Engine {
    /// How the language of the program writes things.
    fn notation(&self) -> Notation {
        Notation::PLAIN
    }

    /// What a suite calls the entry of all tests, or of the first.
    fn entry(&self) -> String;

    /// Runs a test against the program as it is now.
    fn run(&self, test: &Test) -> Verdict;

    /// Runs tests, one after the other.
    fn run_all(&self, tests: &[Test]) -> Vec<Verdict> {
        tests.iter().map(|test| self.run(test)).collect()
    }

    /// Whether mutants can be made.
    ///
    /// # Errors
    ///
    /// Why not.
    fn can_mutate(&self) -> Result<(), String> {
        Ok(())
    }

    /// Looks for tests that a suite lacks; for all that are asked for, if there is no suite.
    fn hunt(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult;

    /// Looks for all tests that are asked for. If they are many and none has to be chosen among them, they are handed
    /// over as they are found.
    fn hunt_all(&self, tell: &mut dyn FnMut(SearchEvent)) -> SearchResult {
        self.hunt(None, &mut |progress| tell(SearchEvent::Progress(progress)))
    }

    /// Measures a suite, and settles the goals that it lacks.
    fn cover(&self, suite: &Suite) -> Covered;

    /// How often the tests of a suite execute what stands in the program.
    fn lines(&self, suite: &Suite) -> Vec<Line>;

    /// For each test of a suite its output, in the names that objects have in its input, so that one sees what a run changed;
    /// nothing where a test has no heaps or does not terminate.
    fn outputs_in_names_of_inputs(&self, suite: &Suite) -> Vec<Option<Snapshot>> {
        let _ = suite;
        Vec::new()
    }

    /// The line of the error of a test, in any file, if emitted tests compare it with the compiler's message.
    fn line_of_error(&self, test: &Test) -> Option<String> {
        let _ = test;
        None
    }

    /// Whether a test of a compiled program ends in an error that the compiled program does not notice.
    fn is_unconfirmed(&self, test: &Test) -> bool {
        let _ = test;
        false
    }

    /// The mutants of the code that a suite tests, or that was asked for. If `limited`, few tests are looked for, and
    /// bounds that are not given do not apply.
    fn mutants<'s>(&'s self, limited: bool) -> Box<dyn Mutants + 's>;

    /// Graphs of the program, and the limit that ended the work.
    ///
    /// # Errors
    ///
    /// That programs of this kind have no such graph.
    fn graphs(&self, of: GraphOf) -> Result<(Vec<FlowGraph>, Option<String>), String>;

    /// The symbolic states of paths; of one path alone, if it is named.
    ///
    /// # Errors
    ///
    /// That programs of this kind have no such states.
    fn trace(&self, options: &TraceOptions) -> Result<Traced, String>;

    /// What holds at loops and exits.
    ///
    /// # Errors
    ///
    /// That nothing is inferred of programs of this kind.
    fn infer(&self, question: &Question) -> Result<Inferred, String> {
        let _ = question;
        Err("invariants are inferred of imperative programs only".to_string())
    }

    /// What is known of the claims of the program.
    ///
    /// # Errors
    ///
    /// That programs of this kind have none.
    fn verify(&self, question: &Question) -> Result<Verification, String> {
        let _ = question;
        Err("claims of imperative programs are verified only".to_string())
    }

    /// Whether suites can be written as such code; asked before a long search.
    ///
    /// # Errors
    ///
    /// Why not.
    fn can_emit(&self, placing: &Placing) -> Result<(), String>;

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String>;

    /// Building and running tests by the user's own tools, with the program for it.
    fn native(&self) -> Option<(&dyn Native, &imperative::Program)>;
}

/// Names for new tests, which no test of a suite has: those of their entries with a number, `insert_1`, `insert_2`, and so on.
pub(crate) struct Names {
    taken: BTreeSet<String>,
    /// The last number of each entry.
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// Names for tests beside those of a suite.
    pub fn beside(suite: Option<&Suite>) -> Names {
        let taken = suite.into_iter().flat_map(|suite| &suite.tests).map(|test| test.name.clone()).collect();
        Names { taken, numbers: BTreeMap::new() }
    }

    /// The next one of an entry. It is a name in all languages, so it has letters, digits and single underscores alone.
    pub fn next(&mut self, entry: &str) -> String {
        let plain = entry.split(['/', '(']).next().unwrap_or("");
        let parts: Vec<&str> =
            plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|p| !p.is_empty()).collect();
        let starts = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic());
        let base = Some(parts.join("_")).filter(|name| starts(name)).unwrap_or_else(|| "t".to_string());
        let number = self.numbers.entry(base.clone()).or_default();
        loop {
            *number += 1;
            let name = format!("{base}_{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_those_of_entries_with_numbers() {
        let mut names = Names::beside(None);
        let given: Vec<String> =
            ["insert", "Lists.Insert", "insert", "p/3", "__x", "+/2"].map(|entry| names.next(entry)).to_vec();
        assert_eq!(given, ["insert_1", "Lists_Insert_1", "insert_2", "p_1", "x_1", "t_1"]);
    }
}
