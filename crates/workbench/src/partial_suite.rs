//! The tests that a search has found up to now, for a run that is stopped before the search returns.
//!
//! Every search checks its budget, but choosing among thousands of tests or running mutants may still take several seconds after the
//! limit. A run that does not wait for that writes the tests collected here:
//!
//! ```text
//! search ──add──▶ PartialSuite ──take──▶ the suite that is written when the limit has passed
//! ```

use crate::engine::{Names, StreamedCounts};
use crate::generate::Generated;
use base::Stop;
use imperative::Notation;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use suite::{Search, Suite, Test};

/// The tests found up to now. Clones share them.
#[derive(Clone, Default)]
pub struct PartialSuite(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    tests: Vec<Test>,
    /// The suite that the tests are added to.
    suite: Option<(Suite, Notation)>,
    /// Tests are written as they are found, so they are not kept here.
    told: bool,
}

impl PartialSuite {
    fn with<T>(&self, change: impl FnOnce(&mut Inside) -> T) -> T {
        // A thread that panicked while adding a test leaves the other tests intact.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a search that adds tests to this suite.
    pub fn begin(&self, suite: Suite, notation: Notation) {
        self.with(|inside| *inside = Inside { suite: Some((suite, notation)), ..Inside::default() });
    }

    /// Adds a test that meets something new. Tests get their names in `take`.
    pub(crate) fn add(&self, test: impl FnOnce() -> Test) {
        if !self.with(|inside| inside.told) {
            let test = test();
            self.with(|inside| inside.tests.push(test));
        }
    }

    /// From now on tests are written as they are found.
    pub(crate) fn tests_are_told(&self) {
        self.with(|inside| {
            inside.told = true;
            inside.tests.clear();
        });
    }

    /// The suite with the tests found before this limit; `None` if no search has started. Its goals are not counted.
    #[must_use]
    pub fn take(&self, limit: Stop) -> Option<Generated> {
        let inside = self.with(std::mem::take);
        let (mut suite, notation) = inside.suite?;
        let mut tests = inside.tests;
        // An entry that is searched a second time finds the same tests.
        let mut known: BTreeMap<(String, String), Vec<Test>> = BTreeMap::new();
        tests.retain(|test| {
            let same = known.entry((test.entry.clone(), test.path.clone())).or_default();
            let is_new = !same.contains(test);
            if is_new {
                same.push(test.clone());
            }
            is_new
        });
        // Groups tests by entry, in the order in which they were found.
        let mut entries: BTreeMap<String, usize> = BTreeMap::new();
        for test in &tests {
            let next = entries.len();
            entries.entry(test.entry.clone()).or_insert(next);
        }
        tests.sort_by_key(|test| entries.get(&test.entry).copied());
        let mut names = Names::beside(Some(&suite));
        tests.iter_mut().for_each(|test| test.name = names.next(&test.entry));
        let added = tests.len();
        suite.tests.extend(tests);
        suite.exploration = Some(Search { paths: added as u64, complete: false, ..Search::default() });
        let reasons = vec![format!("{limit} before the goals were counted")];
        Some(Generated {
            suite,
            added,
            told: StreamedCounts::default(),
            limit: Some(limit),
            reasons,
            notation,
            ..Generated::default()
        })
    }
}
