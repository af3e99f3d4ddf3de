//! Tests as they are found, for a run that is ended before the search has come back.
//!
//! Whatever ends a search looks at the time now and then; but choosing among thousands of tests, running mutants and the like may
//! still take longer than anybody wants to wait. What was found up to there must not be lost with it:
//!
//! ```text
//! search ──add──▶ SoFar ◀──suite── whoever gave up waiting
//! ```

use crate::engine::{Names, Told};
use crate::generate::Generated;
use base::Stop;
use imperative::Notation;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use suite::{Search, Suite, Test};

/// The tests that a search has found up to now; clones share them.
#[derive(Clone, Default)]
pub struct SoFar(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    tests: Vec<Test>,
    /// What the tests are added to.
    suite: Option<(Suite, Notation)>,
    /// Are tests told to somebody as they come? Then they are not kept here.
    told: bool,
}

impl SoFar {
    fn with<T>(&self, change: impl FnOnce(&mut Inside) -> T) -> T {
        // Whoever broke while it added a test has left the others whole.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A search begins, for tests beside those of a suite.
    pub fn begin(&self, suite: Suite, notation: Notation) {
        self.with(|inside| *inside = Inside { suite: Some((suite, notation)), ..Inside::default() });
    }

    /// A test was found that shows something new. Its name comes in the end.
    pub(crate) fn add(&self, test: impl FnOnce() -> Test) {
        if !self.with(|inside| inside.told) {
            let test = test();
            self.with(|inside| inside.tests.push(test));
        }
    }

    /// From now on tests are told as they come.
    pub(crate) fn tests_are_told(&self) {
        self.with(|inside| {
            inside.told = true;
            inside.tests.clear();
        });
    }

    /// What was found, as a suite whose search this limit ended; nothing if no search had begun. Nobody has counted its goals.
    #[must_use]
    pub fn take(&self, limit: Stop) -> Option<Generated> {
        let inside = self.with(std::mem::take);
        let (mut suite, notation) = inside.suite?;
        let mut tests = inside.tests;
        // An entry that is searched once more comes by the same tests.
        let mut known: BTreeMap<(String, String), Vec<Test>> = BTreeMap::new();
        tests.retain(|test| {
            let same = known.entry((test.entry.clone(), test.path.clone())).or_default();
            let is_new = !same.contains(test);
            if is_new {
                same.push(test.clone());
            }
            is_new
        });
        // Those of one entry together, in the order in which they came.
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
            told: Told::default(),
            limit: Some(limit),
            reasons,
            notation,
            ..Generated::default()
        })
    }
}
