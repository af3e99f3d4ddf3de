//! The mutants of logic programs, run and compared with the original.
//!
//! The paths of the mutant and of the original are searched, and each is run on the other. A goal with different
//! results makes a test that has the result of the original. No mutant is called equivalent: one goal of each path is
//! run, and that shows nothing of all the others.

use super::LogicEngine;
use super::hunt::hunt_with;
use super::search::test;
use crate::mutate::{Answer, Change, Mutants};
use criteria::logic::LogicCriterion;
use logic::Program;
use std::ops::Range;
use suite::goals::{Ended, answers, run_goal_test};
use suite::mutants::logic::{Mutant, mutants};
use suite::{Fault, GoalTest, Outcome, Payload, Site, Test, Verdict};

/// Steps of a run.
const STEPS: u64 = 1_000_000;

/// What all comparisons together may take, what one may take at most, and what it takes at least, in percent of the effort of a search.
const ALL_SHARES: u64 = 100;
const MOST_SHARE: u64 = 10;
const LEAST_SHARE: u64 = 2;

/// The mutants of what calls of the entries can reach.
pub(super) struct LogicMutants<'a> {
    engine: &'a LogicEngine<'a>,
    original: Program,
    mutants: Vec<Mutant>,
    /// The mutant that was made last: one runs many tests.
    made: Option<(usize, Program)>,
    /// The tests that pass on the original, each with the number of steps that a mutant may take on it.
    sound: Vec<(Test, u64)>,
    /// How much of the effort of a search a comparison may take, in percent.
    share: u64,
    /// The tests of the paths of the original, and whether they are all, once they are known.
    paths: Option<(Vec<Test>, bool)>,
}

impl<'a> LogicMutants<'a> {
    pub fn new(engine: &'a LogicEngine<'a>) -> LogicMutants<'a> {
        let original = engine.subject.program.clone();
        let (mutants, sound) = (Vec::new(), Vec::new());
        LogicMutants { engine, original, mutants, made: None, sound, share: MOST_SHARE, paths: None }
    }

    /// Runs a test on the original; how many steps it takes comes along.
    fn judge(&mut self, test: &Test) -> (Verdict, u64) {
        let (verdict, seen) = run_goal_test(&self.engine.goals(), &mut self.original, test, STEPS);
        (verdict, seen.map_or(0, |seen| seen.steps))
    }

    fn add(&mut self, test: &Test, steps: u64) {
        let most = steps.saturating_mul(10).saturating_add(1_000).min(STEPS);
        self.sound.push((test.clone(), most));
    }

    /// The test with the result of its goal on the original.
    fn as_seen(&mut self, test: &Test) -> Option<Test> {
        let goal = test.goal()?;
        let (solutions, ended) = answers(&self.engine.goals(), &mut self.original, goal)?;
        let outcome = match ended {
            Ended::Over if solutions.is_empty() => Outcome::Fail,
            Ended::Over => Outcome::Ok,
            Ended::Error(ball, _) => Outcome::Error { fault: Fault::Thrown(ball), site: Site::default() },
            Ended::Unknown(_) => return None,
        };
        let goal = GoalTest { solutions, complete: true, ..goal.clone() };
        Some(Test { outcome, payload: Payload::Goal(goal), ..test.clone() })
    }

    /// Tests of the paths of a program, and whether they are all.
    fn paths_of(&self, program: &Program) -> (Vec<Test>, bool) {
        let criteria = [LogicCriterion::Sequence];
        let paths = hunt_with(self.engine, program, &self.engine.entries, &criteria, self.share, &mut |_| {});
        let tests = paths.found.iter().map(|found| test(self.engine.files, found, String::new()));
        (tests.collect(), paths.search.complete)
    }

    /// Whether a test kills a mutant.
    fn kills(&mut self, mutant: usize, test: usize) -> bool {
        if self.made.as_ref().is_none_or(|(number, _)| *number != mutant) {
            let program = &self.engine.subject.program;
            self.made = self.mutants.get(mutant).map(|m| (mutant, m.apply(program)));
        }
        let (Some((_, changed)), Some((test, steps))) = (&mut self.made, self.sound.get(test)) else {
            return false;
        };
        run_goal_test(&self.engine.goals(), changed, test, *steps).0 != Verdict::Passed
    }
}

impl Mutants for LogicMutants<'_> {
    fn take(&mut self, tests: &[Test]) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        for test in tests {
            let (verdict, steps) = self.judge(test);
            if verdict == Verdict::Passed {
                self.add(test, steps);
            }
            verdicts.push(verdict);
        }
        verdicts
    }

    fn list(&mut self) -> Vec<Change> {
        let files = self.engine.files;
        self.mutants = mutants(files, &self.engine.subject.program, &self.engine.preds());
        let line = |m: &Mutant| files.place(m.span).map_or(0, |(_, p)| p.line);
        let change = |m: &Mutant| Change {
            line: line(m),
            operator: m.operator,
            from: m.from.clone(),
            to: m.to.clone(),
        };
        self.mutants.iter().map(change).collect()
    }

    fn killers(&mut self, mutant: usize, tests: Range<usize>, all: bool) -> Vec<usize> {
        let most = if all { usize::MAX } else { 1 };
        tests.filter(|test| self.kills(mutant, *test)).take(most).collect()
    }

    fn expect(&mut self, comparisons: usize) {
        self.share = (ALL_SHARES / comparisons.max(1) as u64).clamp(LEAST_SHARE, MOST_SHARE);
    }

    fn compare(&mut self, mutant: usize) -> Answer {
        let Some(mutant) = self.mutants.get(mutant) else { return Answer::Unknown(String::new()) };
        let (engine, goals) = (self.engine, self.engine.goals());
        let mut changed = mutant.apply(&engine.subject.program);
        let mut whole = true;
        for of_mutant in [true, false] {
            let (tests, complete) = match of_mutant {
                true => self.paths_of(&changed.clone()),
                false => match self.paths.take() {
                    Some(known) => known,
                    None => self.paths_of(&self.original.clone()),
                },
            };
            if !of_mutant {
                self.paths = Some((tests.clone(), complete));
            }
            whole &= complete;
            for test in tests {
                let other = if of_mutant { &mut self.original } else { &mut changed };
                let Verdict::Failed(_) = run_goal_test(&goals, other, &test, STEPS).0 else { continue };
                let made = if of_mutant { self.as_seen(&test) } else { Some(test) };
                let Some(made) = made else { continue };
                let passes = self.judge(&made).0 == Verdict::Passed;
                if passes && run_goal_test(&goals, &mut changed, &made, STEPS).0 != Verdict::Passed {
                    return Answer::Differs(Box::new(made));
                }
            }
        }
        Answer::Unknown(if whole {
            "no goal that the search came to within the bounds tells them apart".to_string()
        } else {
            "the search is not complete".to_string()
        })
    }

    fn keep(&mut self, test: &mut Test, _: bool) {
        let steps = self.judge(test).1;
        self.add(test, steps);
    }

    fn defaults(&self) -> Vec<String> {
        Vec::new()
    }
}
