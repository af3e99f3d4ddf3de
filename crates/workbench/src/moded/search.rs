//! Looking for tests: the whole suite for `generate`, what is missing for `complete`.

use super::ModedEngine;
use super::cover::{self, Measured};
use super::hunt::{Aim, Found, Hunt, hunt, test};
use super::judge::Judge;
use crate::coverage::Coverage;
use crate::engine::{Names, Progress, SearchResult};
use criteria::Status;
use criteria::logic::LogicCriterion;
use criteria::moded::{ModedGoal, is_seen, moded_goals};
use logic::moded::Label;
use std::collections::BTreeSet;
use suite::{Outcome, Payload, Suite, Tally, Test, Verdict};

impl ModedEngine<'_> {
    /// Looks for tests that a suite lacks; for all that are asked for, if there is none.
    pub(super) fn look(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        let criteria = self.wanted(true).to_vec();
        let open = criteria.iter().any(|criterion| criterion.is_open());
        let procs = &self.subject.program.procs;
        let (mut measured, invalid) = match known {
            Some(suite) => cover::measure(self, suite, open),
            None => (Vec::new(), Vec::new()),
        };
        let of = self.measured();
        let asked: Vec<ModedGoal> =
            criteria.iter().flat_map(|c| moded_goals(procs, *c, &of).unwrap_or_default()).collect();
        let missing: Vec<ModedGoal> = asked
            .iter()
            .filter(|goal| !measured.iter().any(|test| is_seen(procs, &test.counts, goal)))
            .copied()
            .collect();
        let mut hunted = hunt(self, &Aim { goals: &missing, open }, tell);
        let had: BTreeSet<&[Label]> = measured.iter().map(|test| test.sequence.as_slice()).collect();
        let mut chosen: Vec<usize> = if open {
            (0..hunted.found.len())
                .filter(|i| !had.contains(hunted.found[*i].sequence.labels.as_slice()))
                .collect()
        } else {
            self.choose(&hunted.found, &missing)
        };
        if let Some(most) = self.search.limit.filter(|most| !open && *most < chosen.len()) {
            chosen.truncate(most);
            hunted.more = true;
        }
        chosen.sort_unstable();
        let mut names = Names::beside(known);
        let mut tests: Vec<Test> = Vec::new();
        let mut kept: Vec<usize> = Vec::new();
        for i in chosen {
            tests.push(test(self, &hunted.found[i], String::new()));
            kept.push(i);
        }
        tests.iter_mut().for_each(|test| test.name = names.next(&test.entry));
        self.drop_failing(&mut tests, &mut kept, &mut hunted);
        for (test, i) in tests.iter().zip(&kept) {
            let found = &hunted.found[*i];
            let place = measured.last().map_or(0, |last| last.place.saturating_add(1));
            measured.push(Measured {
                name: test.name.clone(),
                place,
                counts: found.counts.clone(),
                sequence: found.sequence.labels.clone(),
            });
        }
        let sequences = hunted.found.len();
        let tallies = criteria.iter().map(|c| self.tally(*c, &measured, &hunted, sequences)).collect();
        let coverage = criteria.iter().map(|c| match c.is_open() {
            true => Coverage::of(c.name(), 0),
            false => {
                let goals = moded_goals(procs, *c, &of).unwrap_or_default();
                cover::coverage(self, c.name(), &goals, &measured, &hunted)
            }
        });
        SearchResult {
            tests,
            errors: Vec::new(),
            tallies,
            coverage: coverage.collect(),
            search: Some(hunted.search),
            stopped: hunted.stopped,
            more: hunted.more,
            reasons: hunted.reasons,
            notes: hunted.notes,
            defaults: hunted.defaults,
            invalid,
        }
    }

    /// Every test is run as it will be written. One whose outputs cannot be written says only that there is a solution; one
    /// that does not pass all the same is left out and named.
    fn drop_failing(&self, tests: &mut Vec<Test>, kept: &mut Vec<usize>, hunted: &mut Hunt) {
        let unchecked: Vec<usize> =
            (0..tests.len()).filter(|number| !hunted.checked.has_passed(&tests[*number])).collect();
        let those: Vec<Test> = unchecked.iter().map(|number| tests[*number].clone()).collect();
        let failing: Vec<usize> =
            self.failing(&those).into_iter().map(|(number, _)| unchecked[number]).collect();
        let mut again: Vec<Test> = Vec::new();
        for number in &failing {
            let mut test = tests[*number].clone();
            if let (Outcome::Ok, Payload::Goal(goal)) = (&test.outcome, &mut test.payload) {
                goal.solutions.clear();
                goal.assertions = vec!["success".to_string()];
            }
            again.push(test);
        }
        let mut wrong: Vec<(usize, String)> = self.failing(&again);
        for (number, test) in failing.iter().zip(again) {
            tests[*number] = test;
        }
        while let Some((place, why)) = wrong.pop() {
            let number = failing[place];
            let test = tests.remove(number);
            kept.remove(number);
            let goal = test.goal().map_or_else(String::new, |goal| goal.goal.clone());
            hunted.lose(format!("`{goal}` cannot be written as a test: {why}"));
        }
    }

    /// The tests that do not pass, and why.
    pub(super) fn failing(&self, tests: &[Test]) -> Vec<(usize, String)> {
        const AT_ONCE: usize = 500;
        let mut found = Vec::new();
        for (chunk, some) in tests.chunks(AT_ONCE).enumerate() {
            let compiled = self.subject.text.compile(some);
            let mut judge = Judge::new(self.files, &compiled, self.running);
            for number in 0..some.len() {
                match judge.test(number) {
                    Verdict::Passed => {}
                    Verdict::Failed(why) | Verdict::Invalid(why) => {
                        found.push((chunk * AT_ONCE + number, why))
                    }
                }
            }
        }
        found
    }

    /// The tests that show something new, the one that shows most first.
    fn choose(&self, found: &[Found], goals: &[ModedGoal]) -> Vec<usize> {
        let procs = &self.subject.program.procs;
        let mut left: Vec<&ModedGoal> = goals.iter().collect();
        let mut chosen = Vec::new();
        while !left.is_empty() {
            let best = (0..found.len())
                .map(|i| (left.iter().filter(|goal| is_seen(procs, &found[i].counts, goal)).count(), i))
                .filter(|(count, _)| *count > 0)
                .max_by_key(|(count, i)| {
                    let fine = !matches!(found[*i].sequence.ending, guided::Ending::Error { .. });
                    (*count, fine, std::cmp::Reverse(*i))
                });
            let Some((_, i)) = best else { break };
            left.retain(|goal| !is_seen(procs, &found[i].counts, goal));
            chosen.push(i);
        }
        chosen
    }

    /// How far a criterion is met by what tests show.
    fn tally(
        &self,
        criterion: LogicCriterion,
        measured: &[Measured],
        hunt: &Hunt,
        sequences: usize,
    ) -> Tally {
        let mut tally = Tally { name: criterion.name(), ..Tally::default() };
        if criterion.is_open() {
            tally.covered = sequences as u64;
            tally.unknown = u64::from(!hunt.search.complete);
            tally.goals = tally.covered + tally.unknown;
            return tally;
        }
        let procs = &self.subject.program.procs;
        for goal in moded_goals(procs, criterion, &self.measured()).unwrap_or_default() {
            tally.goals += 1;
            if measured.iter().any(|test| is_seen(procs, &test.counts, &goal)) {
                tally.covered += 1;
                continue;
            }
            match hunt.unmet(&goal).status {
                Status::Infeasible => tally.infeasible += 1,
                Status::OutOfBounds => tally.out_of_bounds += 1,
                Status::Unknown | Status::Uncovered | Status::Covered => tally.unknown += 1,
            }
        }
        tally
    }
}
