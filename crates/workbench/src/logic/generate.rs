//! `generate` for logic programs: a suite that meets criteria within bounds.
//!
//! The paths of each entry are searched ([`super::hunt`]); each is a test. For `sequence` and its like every path is
//! kept; for the others, the first tests that show something new.

use super::entries::LogicEntry;
use super::hunt::{Found, Hunted, hunt};
use crate::coverage::MissingStatus;
use base::{Budget, Stop, Stopwatch};
use criteria::logic::{LogicCriterion, LogicGoal, Sight, logic_goals};
use logic::{PredId, Program};
use solver::Advice;
use source::{Files, Span};
use std::collections::BTreeSet;
use std::sync::Arc;
use suite::{Ending, GoalSuite, GoalTest, Tally};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct LogicOptions {
    /// The criteria; `sequence` if there is none.
    pub criteria: Vec<LogicCriterion>,
    /// At most so many open calls.
    pub depth: Option<u32>,
    /// At most so many backtracks of a run.
    pub backtracks: Option<usize>,
    /// At most so many decisions on a path.
    pub path_length: Option<usize>,
    /// At most so many tests.
    pub limit: Option<usize>,
    /// Whether a run ends at its first solution.
    pub first_solution: bool,
    /// How much effort is made for goals, in parts of a hundred.
    pub effort: Option<u64>,
    /// Who hears the questions to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

impl LogicOptions {
    /// Does nobody say how far runs are followed?
    pub(super) fn is_unbounded(&self, criteria: &[LogicCriterion]) -> bool {
        let said =
            |c: &LogicCriterion| matches!(c, LogicCriterion::CallDepth(_) | LogicCriterion::Backtrack(_));
        let bounds = [self.depth.is_some(), self.backtracks.is_some(), self.path_length.is_some()];
        !bounds.contains(&true) && self.limit.is_none() && !criteria.iter().any(said)
    }
}

/// What `generate` and `complete` give.
#[derive(Clone, Debug, Default)]
pub struct GeneratedGoals {
    /// The suite.
    pub suite: GoalSuite,
    /// The limit that ended the search early.
    pub limit: Option<Stop>,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// What else is to be said.
    pub notes: Vec<String>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
}

/// Generates a suite for some predicates of a program.
pub fn generate_logic(
    files: &Files,
    program: &Program,
    source: &str,
    entries: &[LogicEntry],
    options: &LogicOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(u64),
) -> GeneratedGoals {
    let criteria = wanted(&options.criteria);
    let watch = Stopwatch::start();
    let hunted = hunt(files, program, entries, options, &criteria, budget, tell);
    let mut hunted = hunted;
    let open = criteria.iter().any(|c| c.is_open());
    let mut chosen = choose(program, &hunted.found, &criteria, entries, &BTreeSet::new());
    if let Some(most) = options.limit.filter(|most| !open && *most < chosen.len()) {
        chosen.truncate(most);
        hunted.more = true;
    }
    if !open {
        chosen.sort_unstable();
    }
    let shown: BTreeSet<Sight> =
        chosen.iter().flat_map(|i| hunted.found[*i].sights.iter().copied()).collect();
    let mut suite = GoalSuite {
        source: source.to_string(),
        entry: entries.first().map_or_else(String::new, |e| program.indicator(e.pred)),
        criteria: tallies(program, &hunted, &criteria, entries, &shown),
        ..GoalSuite::default()
    };
    hunted.search.seconds = watch.seconds();
    suite.exploration = Some(hunted.search.clone());
    for (n, i) in chosen.iter().enumerate() {
        suite.tests.push(test(files, &hunted.found[*i], n + 1));
    }
    GeneratedGoals {
        suite,
        limit: hunted.limit,
        more: hunted.more,
        reasons: hunted.reasons,
        notes: hunted.notes,
        defaults: hunted.defaults,
    }
}

/// The predicates of entries.
pub(super) fn preds(entries: &[LogicEntry]) -> Vec<PredId> {
    entries.iter().map(|e| e.pred).collect()
}

/// The criteria that hold where none is named.
pub(super) fn wanted(criteria: &[LogicCriterion]) -> Vec<LogicCriterion> {
    if criteria.is_empty() { vec![LogicCriterion::Sequence] } else { criteria.to_vec() }
}

pub(super) fn place(files: &Files, span: Option<Span>) -> Option<String> {
    let (_, place) = files.place(span?)?;
    Some(format!("line {}, column {}", place.line, place.column))
}

/// The tests that are kept: all of them for open criteria, else those that show something new, the one that shows most
/// first.
pub(super) fn choose(
    program: &Program,
    found: &[Found],
    criteria: &[LogicCriterion],
    entries: &[LogicEntry],
    known: &BTreeSet<Sight>,
) -> Vec<usize> {
    if criteria.iter().any(|c| c.is_open()) {
        return (0..found.len()).collect();
    }
    let goals: Vec<LogicGoal> =
        criteria.iter().flat_map(|c| logic_goals(program, *c, &preds(entries))).collect();
    let wanted: BTreeSet<Sight> = goals.iter().map(|g| g.sight).filter(|s| !known.contains(s)).collect();
    let mut left = wanted;
    let mut chosen = Vec::new();
    // The test that shows most, again and again; among equals one that ends well, and then the first.
    while !left.is_empty() {
        let best = (0..found.len())
            .map(|i| (found[i].sights.intersection(&left).count(), i))
            .filter(|(count, _)| *count > 0)
            .max_by_key(|(count, i)| {
                let fine = !matches!(found[*i].case.ending, concolic::Ending::Error { .. });
                (*count, fine, std::cmp::Reverse(*i))
            });
        let Some((_, i)) = best else { break };
        left.retain(|sight| !found[i].sights.contains(sight));
        chosen.push(i);
    }
    chosen
}

/// How far each criterion is met by what tests showed; `more` are the sights of tests that were there before.
pub(super) fn tallies(
    program: &Program,
    hunted: &Hunted,
    criteria: &[LogicCriterion],
    entries: &[LogicEntry],
    shown: &BTreeSet<Sight>,
) -> Vec<Tally> {
    criteria
        .iter()
        .map(|criterion| {
            let mut tally = Tally { name: criterion.name(), ..Tally::default() };
            if criterion.is_open() {
                tally.covered = hunted.found.len() as u64;
                tally.unknown = u64::from(!hunted.search.complete);
                tally.goals = tally.covered + tally.unknown;
                return tally;
            }
            for goal in logic_goals(program, *criterion, &preds(entries)) {
                tally.goals += 1;
                if shown.contains(&goal.sight) {
                    tally.covered += 1;
                    continue;
                }
                match hunted.unmet(&goal.sight).0 {
                    MissingStatus::Infeasible => tally.infeasible += 1,
                    MissingStatus::OutOfBounds => {
                        tally.unknown += 1;
                        tally.out_of_bounds += 1;
                    }
                    MissingStatus::Unknown | MissingStatus::Uncovered => tally.unknown += 1,
                }
            }
            tally
        })
        .collect()
}

/// A case as a test.
pub(super) fn test(files: &Files, found: &Found, number: usize) -> GoalTest {
    let case = &found.case;
    let ending = match &case.ending {
        concolic::Ending::Ok => Ending::Ok,
        concolic::Ending::Fail => Ending::Fail,
        concolic::Ending::Error { ball, span } => {
            let at = span.and_then(|s| files.place(s));
            let (line, column) = at.map_or((0, 0), |(_, p)| (p.line, p.column));
            Ending::Error { ball: ball.clone(), line, column }
        }
    };
    GoalTest {
        name: format!("t{number}"),
        entry: found.entry.clone(),
        path: case.path.clone(),
        condition: case.condition.clone(),
        goal: case.goal.clone(),
        constraint: case.constraint.clone(),
        ending,
        solutions: case.solutions.clone(),
        complete: case.complete,
        occurs_check: case.occurs_check,
        det: false,
    }
}
