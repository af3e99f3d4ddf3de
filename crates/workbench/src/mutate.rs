//! `mutate`: which mutants of a program a suite kills.
//!
//! Every mutant ([`suite::mutants`]) runs every test that passes on the original. A mutant that no test kills is
//! compared with the original by the engine: it may be shown equivalent, or an input that tells the two apart is a test
//! that the suite lacks, and is tried on all other living mutants as well. The score is that of DeMillo, Lipton and
//! Sayward (1978): killed / (all − equivalent).
//!
//! ```text
//! y := x + 1   with the test x = 0:   x - 1 killed   x * 1 killed   x + 0 killed
//! y := x * 1   with the test x = 0:   x / 1 equivalent   x % 1 alive: x = 1 would kill it
//! ```
//!
//! A mutant may run for ever, so its steps are bounded by those of the original run; one that does not end within
//! them is killed.

use base::{Budget, Stop};
use imperative::Notation;
use std::collections::BTreeSet;
use std::ops::Range;
use suite::mutants::Operator;
use suite::{Suite, Test, Verdict};

/// What is asked of `mutate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MutateOptions {
    /// Whether to add tests that kill the living mutants.
    pub kill: bool,
}

/// How far `mutate` has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mutating {
    /// All mutants.
    pub mutants: usize,
    /// Those that are settled or given up.
    pub done: usize,
    /// Tests that were found.
    pub tests: usize,
}

/// The result for a mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// These tests tell it from the original.
    Killed {
        /// Their names.
        by: Vec<String>,
    },
    /// No test does.
    Alive {
        /// A test that would, if one is known.
        test: Option<Box<Test>>,
        /// Why it is not known to be equivalent, if no such test is known.
        why: String,
    },
    /// It is shown that no input tells it from the original.
    Equivalent,
}

/// A mutant with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The line of the change.
    pub line: usize,
    /// The kind of change.
    pub operator: Operator,
    /// What stands there.
    pub from: String,
    /// What stands there instead.
    pub to: String,
    /// Its result.
    pub fate: Fate,
}

/// What `mutate` gives.
#[derive(Clone, Debug)]
pub struct Mutated {
    /// The mutants, in the order of the text.
    pub mutants: Vec<Judged>,
    /// Tests that do not pass on the original, and why; they kill nothing.
    pub failing: Vec<(String, String)>,
    /// Tests that do not fit the program, and why; they kill nothing.
    pub invalid: Vec<(String, String)>,
    /// The suite, with the tests that were added at its end.
    pub suite: Suite,
    /// How many were added.
    pub added: usize,
    /// Whether there were more tests than were asked for.
    pub more: bool,
    /// The limit that ended the work early.
    pub stopped: Option<Stop>,
    /// The default bounds that were in force.
    pub defaults: Vec<String>,
    /// How the language of the program writes things.
    pub notation: Notation,
}

impl Mutated {
    fn count(&self, wanted: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|m| wanted(&m.fate)).count()
    }

    /// Mutants that a test kills.
    pub fn killed(&self) -> usize {
        self.count(|f| matches!(f, Fate::Killed { .. }))
    }

    /// Mutants that no test kills and that are not known to be equivalent.
    pub fn alive(&self) -> usize {
        self.count(|f| matches!(f, Fate::Alive { .. }))
    }

    /// Mutants that no input tells from the original.
    pub fn equivalent(&self) -> usize {
        self.count(|f| matches!(f, Fate::Equivalent))
    }

    /// The part of the mutants that are not equivalent that is killed; 1 where there is nothing to kill.
    pub fn score(&self) -> f64 {
        let all = self.mutants.len() - self.equivalent();
        if all == 0 { 1.0 } else { self.killed() as f64 / all as f64 }
    }
}

/// A change that makes a mutant.
pub(crate) struct Change {
    pub line: usize,
    pub operator: Operator,
    pub from: String,
    pub to: String,
}

/// What a comparison of a mutant with the original shows.
pub(crate) enum Answer {
    /// No input tells them apart.
    Equivalent,
    /// This test does; it passes on the original, and has no name yet.
    Differs(Box<Test>),
    /// Nothing is shown, and why.
    Unknown(String),
}

/// The mutants of a program.
pub(crate) trait Mutants {
    /// Runs the tests of the suite on the original. Those that pass are tried on mutants; they are numbered from 0.
    fn take(&mut self, tests: &[Test]) -> Vec<Verdict>;

    /// The mutants of what the tests run, in the order of the text.
    fn list(&mut self) -> Vec<Change>;

    /// The tests among these that kill a mutant; only the first one unless all are asked for.
    fn killers(&mut self, mutant: usize, tests: Range<usize>, all: bool) -> Vec<usize>;

    /// Announces how many comparisons may follow: they share the effort.
    fn expect(&mut self, comparisons: usize) {
        let _ = comparisons;
    }

    /// Compares a mutant that no test kills with the original.
    fn compare(&mut self, mutant: usize) -> Answer;

    /// Adds the test of the last comparison, which now has a name, after the others. If it becomes a part of the suite,
    /// its missing parts are filled in.
    fn keep(&mut self, test: &mut Test, for_suite: bool);

    /// The default bounds that were in force.
    fn defaults(&self) -> Vec<String>;
}

/// Judges mutants by the tests of a suite.
pub(crate) fn mutate(
    mutants: &mut dyn Mutants,
    suite: &Suite,
    options: &MutateOptions,
    limit: Option<usize>,
    budget: &Budget,
    tell: &mut dyn FnMut(Mutating),
) -> Mutated {
    let out = Mutated {
        mutants: Vec::new(),
        failing: Vec::new(),
        invalid: Vec::new(),
        suite: suite.clone(),
        added: 0,
        more: false,
        stopped: None,
        defaults: Vec::new(),
        notation: Notation::PLAIN,
    };
    let limit = limit.filter(|_| options.kill);
    let mut work = Work { mutants, budget, kill: options.kill, limit, sound: Vec::new(), of_suite: 0, out };
    work.take(suite);
    work.judge(tell);
    work.out.defaults = work.mutants.defaults();
    work.out
}

struct Work<'a> {
    mutants: &'a mut dyn Mutants,
    budget: &'a Budget,
    kill: bool,
    limit: Option<usize>,
    /// The tests that are tried: those of the suite, then those that were found.
    sound: Vec<Test>,
    of_suite: usize,
    out: Mutated,
}

impl Work<'_> {
    /// Sorts the tests: which pass, which fail, which do not fit.
    fn take(&mut self, suite: &Suite) {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut tests = Vec::new();
        for test in &suite.tests {
            if names.insert(&test.name) {
                tests.push(test.clone());
            } else {
                let why = format!("there is another test with the name `{}`", test.name);
                self.out.invalid.push((test.name.clone(), why));
            }
        }
        let verdicts = self.mutants.take(&tests);
        for (test, verdict) in tests.into_iter().zip(verdicts) {
            match verdict {
                Verdict::Passed => self.sound.push(test),
                Verdict::Failed(why) => self.out.failing.push((test.name, why)),
                Verdict::Invalid(why) => self.out.invalid.push((test.name, why)),
            }
        }
        self.of_suite = self.sound.len();
    }

    fn judge(&mut self, tell: &mut dyn FnMut(Mutating)) {
        let all = self.mutants.list();
        // The tests first, for all mutants, since that is cheap; then the comparisons.
        let mut fates: Vec<Option<Fate>> = (0..all.len()).map(|m| self.tested(m)).collect();
        let mut done = fates.iter().flatten().count();
        self.mutants.expect(all.len() - done);
        // How many of the tests each was tried with.
        let mut tried = vec![self.of_suite; all.len()];
        for (mutant, (fate, tried)) in fates.iter_mut().zip(&mut tried).enumerate() {
            tell(Mutating { mutants: all.len(), done, tests: self.found() });
            if fate.is_some() {
                continue;
            }
            // A test that was found for another one may do.
            *fate = Some(match self.found_before(mutant, self.of_suite) {
                Some(fate) => fate,
                None => self.compared(mutant),
            });
            done += 1;
            *tried = self.sound.len();
        }
        // Tests that were found later may kill some that nothing was found for.
        for (mutant, (fate, tried)) in fates.iter_mut().zip(tried).enumerate() {
            if matches!(fate, Some(Fate::Alive { test: None, .. }))
                && let Some(found) = self.found_before(mutant, tried)
            {
                *fate = Some(found);
            }
        }
        let alive = || Fate::Alive { test: None, why: String::new() };
        let judged = all.into_iter().zip(fates).map(|(change, fate)| Judged {
            line: change.line,
            operator: change.operator,
            from: change.from,
            to: change.to,
            fate: fate.unwrap_or_else(alive),
        });
        self.out.mutants = judged.collect();
        if self.kill {
            self.out.added = self.found();
            self.out.suite.tests.extend(self.sound.drain(self.of_suite..));
        }
    }

    /// Tests that were found.
    fn found(&self) -> usize {
        self.sound.len() - self.of_suite
    }

    /// Whether the budget is used up.
    fn is_over(&mut self) -> bool {
        if self.out.stopped.is_none() {
            self.out.stopped = self.budget.look().err();
        }
        self.out.stopped.is_some()
    }

    /// The tests of the suite that kill a mutant, if there are any.
    fn tested(&mut self, mutant: usize) -> Option<Fate> {
        if self.is_over() {
            return None;
        }
        let killers = self.mutants.killers(mutant, 0..self.of_suite, true);
        let by: Vec<String> = killers.iter().map(|test| self.sound[*test].name.clone()).collect();
        (!by.is_empty()).then_some(Fate::Killed { by })
    }

    /// What the tests that were found, from this one on, mean for a mutant.
    fn found_before(&mut self, mutant: usize, from: usize) -> Option<Fate> {
        if from >= self.sound.len() || self.is_over() {
            return None;
        }
        let killers = self.mutants.killers(mutant, from..self.sound.len(), false);
        killers.first().map(|test| self.fate_by(*test))
    }

    /// What a test that was found means for a mutant.
    fn fate_by(&self, test: usize) -> Fate {
        match self.sound.get(test) {
            Some(test) if self.kill => Fate::Killed { by: vec![test.name.clone()] },
            known => Fate::Alive { test: known.cloned().map(Box::new), why: String::new() },
        }
    }

    /// Asks whether a mutant that no test kills differs from the original at all.
    fn compared(&mut self, mutant: usize) -> Fate {
        if self.is_over() {
            return Fate::Alive { test: None, why: "the work was stopped".into() };
        }
        match self.mutants.compare(mutant) {
            Answer::Equivalent => Fate::Equivalent,
            Answer::Differs(test) => self.keep(test),
            Answer::Unknown(_) if self.is_over() => {
                Fate::Alive { test: None, why: "the work was stopped".into() }
            }
            Answer::Unknown(why) => Fate::Alive { test: None, why },
        }
    }

    /// Keeps a test that was found, unless there are enough.
    fn keep(&mut self, mut test: Box<Test>) -> Fate {
        if self.limit.is_some_and(|n| self.found() >= n) {
            self.out.more = true;
            return Fate::Alive { test: Some(test), why: String::new() };
        }
        // A name that no test has.
        let mut number = self.out.suite.tests.len() + self.found();
        test.name = loop {
            number += 1;
            let name = format!("t{number}");
            let given = self.out.suite.tests.iter().chain(self.sound.iter().skip(self.of_suite));
            if !given.map(|t| &t.name).any(|n| *n == name) {
                break name;
            }
        };
        self.mutants.keep(&mut test, self.kill);
        self.sound.push(*test);
        self.fate_by(self.sound.len() - 1)
    }
}
