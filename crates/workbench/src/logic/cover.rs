//! Measuring a suite of a logic program, and settling the goals that it lacks.

use super::LogicEngine;
use super::hunt::{Found, Paths, hunt, key, key_of};
use crate::coverage::{Coverage, Covered, CoveredGoal, Missing};
use criteria::logic::{LogicCriterion, Sight, atoms, logic_goals, sights};
use criteria::{Status, Verdict as GoalVerdict};
use logic::{PredId, Program};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use suite::goals::{Ended, STEPS, Seen, run_goal_test, whole_run};
use suite::{Line, Suite, Verdict};

/// The criteria if none is named.
const USUAL: &[LogicCriterion] = &[LogicCriterion::Clause, LogicCriterion::Port];

/// A suite, measured.
#[derive(Default)]
pub(super) struct Measured {
    /// Each test that could be run.
    pub tests: Vec<MeasuredTest>,
    pub invalid: Vec<(String, String)>,
}

/// What a test shows.
pub(super) struct MeasuredTest {
    pub name: String,
    /// Its place in the suite.
    pub place: u32,
    pub sights: BTreeSet<Sight>,
    /// What tells its path from others.
    pub path: Vec<u32>,
}

impl Measured {
    /// Adds a test that was found.
    pub fn add(&mut self, name: String, found: &Found) {
        let place = self.tests.last().map_or(0, |last| last.place.saturating_add(1));
        self.tests.push(MeasuredTest { name, place, sights: found.sights.clone(), path: key(&found.case) });
    }
}

/// Runs the tests of a suite and notes what they show.
pub(super) fn measure(engine: &LogicEngine<'_>, suite: &Suite) -> Measured {
    let (goals, mut program) = (engine.goals(), engine.subject.program.clone());
    let mut out = Measured::default();
    for (place, test) in (0_u32..).zip(&suite.tests) {
        let (verdict, seen) = run_goal_test(&goals, &mut program, test, STEPS);
        match (verdict, seen) {
            (Verdict::Invalid(why), None) => out.invalid.push((test.name.clone(), why)),
            (_, Some(Seen { ended: Ended::Unknown(why), .. })) => out.invalid.push((test.name.clone(), why)),
            (_, Some(seen)) => {
                let sights = sights(&seen.trace);
                // A path is the whole search tree of a goal, also where a test asks for the first solution alone.
                let goal = test.goal().filter(|goal| !goal.complete && !engine.search.first_solution);
                let whole = goal.and_then(|goal| whole_run(&goals, &mut program, goal, STEPS));
                let path = path(whole.as_ref().unwrap_or(&seen));
                out.tests.push(MeasuredTest { name: test.name.clone(), place, sights, path });
            }
            (Verdict::Passed | Verdict::Failed(_), None) => {}
        }
    }
    out
}

/// What tells the path of a run from others.
fn path(seen: &Seen) -> Vec<u32> {
    let ball = match &seen.ended {
        Ended::Error(ball, _) => Some(ball.as_str()),
        Ended::Over | Ended::Unknown(_) => None,
    };
    key_of(&seen.trace, ball)
}

/// Measures a suite, and looks for what it lacks.
pub(super) fn cover(engine: &LogicEngine<'_>, suite: &Suite) -> Covered {
    let criteria = engine.wanted(USUAL);
    let program = &engine.subject.program;
    let measured = measure(engine, suite);
    let seen: BTreeSet<Sight> = measured.tests.iter().flat_map(|t| t.sights.iter().copied()).collect();
    let open: bool = criteria.iter().any(|c| c.is_open());
    let is_met = |c: &LogicCriterion| {
        logic_goals(program, *c, &engine.preds()).iter().all(|g| seen.contains(&g.sight))
    };
    let hunted = if !open && criteria.iter().all(is_met) {
        Paths::default()
    } else {
        hunt(engine, program, &criteria, &mut |_| {})
    };
    let found: BTreeSet<Sight> = hunted.found.iter().flat_map(|f| f.sights.iter().copied()).collect();
    let coverage = criteria.iter().map(|criterion| {
        if criterion.is_open() {
            paths(*criterion, &measured, &hunted)
        } else {
            goals_of(engine, *criterion, &measured, &found, &hunted)
        }
    });
    Covered {
        criteria: coverage.collect(),
        redundant: redundant(engine, &criteria, &measured),
        lines: lines(engine.files, program, &measured),
        invalid: measured.invalid,
        stopped: hunted.limit,
        defaults: hunted.defaults,
        procedures: Vec::new(),
    }
}

fn place(files: &Files, span: Span) -> (usize, usize) {
    files.place(span).map_or((0, 0), |(_, p)| (p.line, p.column))
}

/// The goals of a criterion with the tests that meet them, and with what is known of the others; `found` are those
/// that a test could meet.
pub(super) fn goals_of(
    engine: &LogicEngine<'_>,
    criterion: LogicCriterion,
    measured: &Measured,
    found: &BTreeSet<Sight>,
    paths: &Paths,
) -> Coverage {
    let goals = logic_goals(&engine.subject.program, criterion, &engine.preds());
    let mut out = Coverage::of(criterion.name(), goals.len());
    for (number, goal) in goals.into_iter().enumerate() {
        let (line, column) = place(engine.files, goal.span);
        let by = measured.tests.iter().filter(|t| t.sights.contains(&goal.sight));
        let by: Vec<String> = by.map(|t| t.name.clone()).collect();
        if !by.is_empty() {
            out.covered += 1;
            out.met.push(CoveredGoal { number, line, column, unit: String::new(), what: goal.what, by });
            continue;
        }
        let verdict =
            if found.contains(&goal.sight) { GoalVerdict::uncovered() } else { paths.unmet(&goal.sight) };
        out.infeasible += u64::from(verdict.status == Status::Infeasible);
        out.missing.push(Missing {
            number: Some(number),
            line,
            column,
            unit: String::new(),
            what: goal.what,
            verdict,
            implied: false,
        });
    }
    out.count();
    out
}

/// The paths that a suite has and lacks.
fn paths(criterion: LogicCriterion, measured: &Measured, hunted: &Paths) -> Coverage {
    let known: BTreeSet<&Vec<u32>> = measured.tests.iter().map(|t| &t.path).collect();
    let mut out = Coverage::of(criterion.name(), hunted.found.len());
    for found in &hunted.found {
        if known.contains(&key(&found.case)) {
            out.covered += 1;
            continue;
        }
        let what = format!("the path {} of {}: {}", found.case.path, found.entry, found.case.goal);
        let verdict = GoalVerdict::uncovered();
        out.missing.push(Missing::of_path(what, verdict));
    }
    if !hunted.search.complete {
        out.goals += 1;
        let what = "paths that were not found".to_string();
        let reason = hunted.reasons.first().cloned().unwrap_or_default();
        let verdict = GoalVerdict::new(Status::Unknown, reason);
        out.missing.push(Missing::of_path(what, verdict));
    }
    out.count();
    out
}

/// Tests that the others make needless, all of them together.
fn redundant(engine: &LogicEngine<'_>, criteria: &[LogicCriterion], measured: &Measured) -> Vec<String> {
    if criteria.iter().any(|c| c.is_open()) {
        let mut seen: BTreeSet<&Vec<u32>> = BTreeSet::new();
        let again = measured.tests.iter().filter(|t| !seen.insert(&t.path));
        return again.map(|t| t.name.clone()).collect();
    }
    let goals: BTreeSet<Sight> = criteria
        .iter()
        .flat_map(|c| logic_goals(&engine.subject.program, *c, &engine.preds()))
        .map(|g| g.sight)
        .collect();
    let mut count: BTreeMap<Sight, usize> = BTreeMap::new();
    for test in &measured.tests {
        for sight in test.sights.intersection(&goals) {
            *count.entry(*sight).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    // The last ones first: a suite grows at its end.
    for test in measured.tests.iter().rev() {
        let own: Vec<Sight> = test.sights.intersection(&goals).copied().collect();
        if own.iter().all(|s| count.get(s).is_some_and(|n| *n > 1)) {
            for sight in own {
                count.entry(sight).and_modify(|n| *n -= 1);
            }
            found.push(test.name.clone());
        }
    }
    found.reverse();
    found
}

/// How often clauses are entered and goals reached, for pages and tables.
pub(super) fn lines(files: &Files, program: &Program, measured: &Measured) -> Vec<Line> {
    let mut found = Vec::new();
    let tests = |sight: Sight| -> Vec<u32> {
        measured.tests.iter().filter(|t| t.sights.contains(&sight)).map(|t| t.place).collect()
    };
    let count = |sight: Sight| tests(sight).len() as u64;
    for id in (0..program.preds.len()).map(PredId::new) {
        let Some(pred) = program.pred(id).filter(|p| !p.library) else { continue };
        for clause in &pred.clauses {
            let Some(data) = program.clause(*clause) else { continue };
            let (line, _) = place(files, data.head_span);
            let by = tests(Sight::Entered(*clause));
            found.push(Line {
                span: data.head_span,
                line,
                count: by.len() as u64,
                outcomes: None,
                partial: false,
                unit: program.indicator(id),
                tests: by,
            });
            for goal in atoms(program, *clause) {
                let Some(data) = program.goal(goal) else { continue };
                let (line, _) = place(files, data.span);
                let outcomes = Some((count(Sight::Succeeded(goal)), count(Sight::Missed(goal))));
                let by = tests(Sight::Reached(goal));
                found.push(Line {
                    span: data.span,
                    line,
                    count: by.len() as u64,
                    outcomes,
                    partial: false,
                    unit: program.indicator(id),
                    tests: by,
                });
            }
        }
    }
    found.sort_by_key(|line| (line.span.start, line.span.end));
    found
}
