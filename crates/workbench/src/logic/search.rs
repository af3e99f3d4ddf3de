//! Looking for tests: the whole suite for `generate`, what is missing for `complete`.
//!
//! The paths of each entry are searched ([`super::hunt`]); each is a test. For `sequence` and its like every path is
//! kept; for the others, the first tests that show something new.

use super::LogicEngine;
use super::cover::{Measured, goals_of, measure};
use super::hunt::{Found, Paths, hunt, key};
use crate::coverage::Coverage;
use crate::engine::{Names, Progress, SearchResult};
use criteria::Status;
use criteria::logic::{LogicCriterion, LogicGoal, Sight, logic_goals};
use source::{Files, Span};
use std::collections::BTreeSet;
use suite::{Fault, GoalTest, Outcome, Payload, Site, Suite, Tally, Test};

/// The criteria if none is named.
pub(super) const USUAL: &[LogicCriterion] = &[LogicCriterion::Sequence];

impl LogicEngine<'_> {
    /// Looks for tests that a suite lacks; for all that are asked for, if there is none.
    pub(super) fn look(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        let criteria = self.wanted(USUAL);
        let open = criteria.iter().any(|c| c.is_open());
        let mut measured = known.map_or_else(Measured::default, |suite| measure(self, suite));
        let mut paths = hunt(self, &self.subject.program, &criteria, tell);
        let seen: BTreeSet<Sight> = measured.tests.iter().flat_map(|t| t.sights.iter().copied()).collect();
        let mut chosen: Vec<usize> = if open {
            let had: BTreeSet<&Vec<u32>> = measured.tests.iter().map(|t| &t.path).collect();
            (0..paths.found.len()).filter(|i| !had.contains(&key(&paths.found[*i].case))).collect()
        } else {
            self.choose(&paths.found, &criteria, &seen)
        };
        if let Some(most) = self.search.limit.filter(|most| *most < chosen.len()) {
            // Several searches may each have found as many as are wanted.
            let over: BTreeSet<usize> = chosen.split_off(most).into_iter().collect();
            if open {
                let found = std::mem::take(&mut paths.found).into_iter().enumerate();
                paths.found = found.filter(|(i, _)| !over.contains(i)).map(|(_, found)| found).collect();
                let before = |i: &usize| over.range(..*i).count();
                chosen.iter_mut().for_each(|i| *i -= before(i));
            }
            paths.search.complete = false;
            paths.more = true;
        }
        chosen.sort_unstable();
        let mut names = Names::beside(known);
        let mut tests: Vec<Test> =
            chosen.iter().map(|i| test(self.files, &paths.found[*i], String::new())).collect();
        tests.iter_mut().for_each(|test| test.name = names.next(&test.entry));
        for (test, i) in tests.iter().zip(&chosen) {
            measured.add(test.name.clone(), &paths.found[*i]);
        }
        let tallies = criteria.iter().map(|c| self.tally(*c, &measured, &paths)).collect();
        // The paths of an open criterion are the tests themselves.
        let listed = criteria.iter().map(|c| match c.is_open() {
            true => Coverage::of(c.name(), 0),
            false => goals_of(self, *c, &measured, &BTreeSet::new(), &paths),
        });
        SearchResult {
            tests,
            errors: Vec::new(),
            tallies,
            coverage: listed.collect(),
            search: Some(paths.search),
            stopped: paths.limit,
            more: paths.more,
            reasons: paths.reasons,
            notes: paths.notes,
            defaults: paths.defaults,
            invalid: measured.invalid,
        }
    }

    /// The tests that show something new, the one that shows most first.
    fn choose(&self, found: &[Found], criteria: &[LogicCriterion], known: &BTreeSet<Sight>) -> Vec<usize> {
        let goals: Vec<LogicGoal> =
            criteria.iter().flat_map(|c| logic_goals(&self.subject.program, *c, &self.preds())).collect();
        let mut left: BTreeSet<Sight> =
            goals.iter().map(|g| g.sight).filter(|s| !known.contains(s)).collect();
        let mut chosen = Vec::new();
        // The test that shows most, again and again; among equals one that ends well, and then the first.
        while !left.is_empty() {
            let best = (0..found.len())
                .map(|i| (found[i].sights.intersection(&left).count(), i))
                .filter(|(count, _)| *count > 0)
                .max_by_key(|(count, i)| {
                    let fine = !matches!(found[*i].case.ending, guided::Ending::Error { .. });
                    (*count, fine, std::cmp::Reverse(*i))
                });
            let Some((_, i)) = best else { break };
            left.retain(|sight| !found[i].sights.contains(sight));
            chosen.push(i);
        }
        chosen
    }

    /// How far a criterion is met by what tests show.
    fn tally(&self, criterion: LogicCriterion, measured: &Measured, paths: &Paths) -> Tally {
        let mut tally = Tally { name: criterion.name(), ..Tally::default() };
        if criterion.is_open() {
            tally.covered = paths.found.len() as u64;
            tally.unknown = u64::from(!paths.search.complete);
            tally.goals = tally.covered + tally.unknown;
            return tally;
        }
        for goal in logic_goals(&self.subject.program, criterion, &self.preds()) {
            tally.goals += 1;
            if measured.tests.iter().any(|t| t.sights.contains(&goal.sight)) {
                tally.covered += 1;
                continue;
            }
            match paths.unmet(&goal.sight).status {
                Status::Infeasible => tally.infeasible += 1,
                Status::OutOfBounds => tally.out_of_bounds += 1,
                Status::Unknown | Status::Uncovered | Status::Covered => tally.unknown += 1,
            }
        }
        tally
    }
}

/// A place in words.
pub(super) fn place(files: &Files, span: Option<Span>) -> Option<String> {
    let (_, place) = files.place(span?)?;
    Some(format!("line {}, column {}", place.line, place.column))
}

/// A case as a test.
pub(super) fn test(files: &Files, found: &Found, name: String) -> Test {
    let case = &found.case;
    let outcome = match &case.ending {
        guided::Ending::Ok => Outcome::Ok,
        guided::Ending::Fail => Outcome::Fail,
        guided::Ending::Error { ball, span } => {
            let at = span.and_then(|s| files.place(s));
            let site = at.map_or_else(Site::default, |(_, p)| Site::at(p.line, p.column));
            Outcome::Error { fault: Fault::Thrown(ball.clone()), site }
        }
    };
    let goal = GoalTest {
        goal: case.goal.clone(),
        constraint: case.constraint.clone(),
        solutions: case.solutions.clone(),
        complete: case.complete,
        occurs_check: case.occurs_check,
        ..GoalTest::default()
    };
    Test {
        name,
        entry: found.entry.clone(),
        path: case.path.clone(),
        condition: case.condition.clone(),
        outcome,
        payload: Payload::Goal(goal),
    }
}
