//! `cover` and `complete` for logic programs: how far a suite meets criteria, and what it lacks.

use super::entries::LogicEntry;
use super::generate::{GeneratedGoals, LogicOptions, choose, preds, tallies, test, wanted};
use super::hunt::{Found, Hunted, hunt, key, key_of};
use super::run::{Ended, Seen, judge, whole_run};
use crate::cover::{Covered, Line};
use crate::coverage::{Coverage, CoveredGoal, Missing, MissingStatus};
use base::{Budget, Stopwatch};
use criteria::logic::{LogicCriterion, Sight, atoms, logic_goals, sights};
use logic::{PredId, Program};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use suite::{GoalSuite, Verdict};

/// How far the run of a test may go.
const STEPS: u64 = 20_000_000;

/// A suite, measured.
struct Measured {
    /// Name and sights of each test that could be run, with the path of its goal.
    tests: Vec<(String, BTreeSet<Sight>, Vec<u32>)>,
    invalid: Vec<(String, String)>,
}

fn measure(program: &Program, suite: &GoalSuite, first_solution: bool, budget: &Budget) -> Measured {
    let mut program = program.clone();
    let mut out = Measured { tests: Vec::new(), invalid: Vec::new() };
    for test in &suite.tests {
        let (verdict, seen) = judge(&mut program, test, STEPS, budget);
        match (verdict, seen) {
            (Verdict::Invalid(why), None) => out.invalid.push((test.name.clone(), why)),
            (_, Some(Seen { ending: Ended::Unknown(why), .. })) => out.invalid.push((test.name.clone(), why)),
            (_, Some(seen)) => {
                let shown = sights(&seen.trace);
                // A path is the whole search tree of a goal, also where a test asks for the first solution alone.
                let whole = if test.complete || first_solution {
                    None
                } else {
                    whole_run(&mut program, test, budget)
                };
                out.tests.push((test.name.clone(), shown, path(whole.as_ref().unwrap_or(&seen))));
            }
            (Verdict::Passed | Verdict::Failed(_), None) => {}
        }
    }
    out
}

/// What tells the path of a run from others.
fn path(seen: &Seen) -> Vec<u32> {
    let ball = match &seen.ending {
        Ended::Error(ball, _) => Some(ball.as_str()),
        Ended::Over | Ended::Unknown(_) => None,
    };
    key_of(&seen.trace, ball)
}

/// Measures a suite, and looks for what it lacks.
pub fn cover_logic(
    files: &Files,
    program: &Program,
    suite: &GoalSuite,
    entries: &[LogicEntry],
    options: &LogicOptions,
    budget: &Budget,
) -> Covered {
    let criteria = if options.criteria.is_empty() {
        vec![LogicCriterion::Clause, LogicCriterion::Port]
    } else {
        options.criteria.clone()
    };
    let measured = measure(program, suite, options.first_solution, budget);
    let seen: BTreeSet<Sight> = measured.tests.iter().flat_map(|(_, s, _)| s.iter().copied()).collect();
    let open: bool = criteria.iter().any(|c| c.is_open());
    let all_met = !open
        && criteria
            .iter()
            .all(|c| logic_goals(program, *c, &preds(entries)).iter().all(|g| seen.contains(&g.sight)));
    let hunted = if all_met {
        Hunted::default()
    } else {
        hunt(files, program, entries, options, &criteria, budget, &mut |_| {})
    };
    let found: BTreeSet<Sight> = hunted.found.iter().flat_map(|f| f.sights.iter().copied()).collect();
    let coverage = criteria.iter().map(|criterion| {
        if criterion.is_open() {
            paths(*criterion, &measured, &hunted)
        } else {
            of_goals(files, program, *criterion, entries, &measured, &found, &hunted)
        }
    });
    let criteria_met: Vec<Coverage> = coverage.collect();
    Covered {
        criteria: criteria_met,
        redundant: redundant(program, &criteria, entries, &measured),
        invalid: measured.invalid.clone(),
        lines: lines(files, program, &measured),
        stopped: hunted.limit,
        defaults: hunted.defaults,
    }
}

fn place(files: &Files, span: Span) -> (usize, usize) {
    files.place(span).map_or((0, 0), |(_, p)| (p.line, p.column))
}

fn of_goals(
    files: &Files,
    program: &Program,
    criterion: LogicCriterion,
    entries: &[LogicEntry],
    measured: &Measured,
    found: &BTreeSet<Sight>,
    hunted: &Hunted,
) -> Coverage {
    let goals = logic_goals(program, criterion, &preds(entries));
    let (mut met, mut missing, mut infeasible) = (Vec::new(), Vec::new(), 0);
    for (i, goal) in goals.iter().enumerate() {
        let (line, column) = place(files, goal.span);
        let by: Vec<String> = measured
            .tests
            .iter()
            .filter(|(_, sights, _)| sights.contains(&goal.sight))
            .map(|(name, _, _)| name.clone())
            .collect();
        if !by.is_empty() {
            met.push(CoveredGoal { number: i, line, column, what: goal.what.clone(), by });
            continue;
        }
        let (status, reason) = if found.contains(&goal.sight) {
            (MissingStatus::Uncovered, String::new())
        } else {
            hunted.unmet(&goal.sight)
        };
        infeasible += u64::from(status == MissingStatus::Infeasible);
        let what = goal.what.clone();
        missing.push(Missing { number: Some(i), line, column, what, status, reason });
    }
    coverage(criterion, goals.len() as u64, met, missing, infeasible)
}

fn coverage(
    criterion: LogicCriterion,
    goals: u64,
    met: Vec<CoveredGoal>,
    missing: Vec<Missing>,
    infeasible: u64,
) -> Coverage {
    let covered = goals - missing.len() as u64;
    let feasible = goals - infeasible;
    let percent = if feasible == 0 { 100.0 } else { covered as f64 * 100.0 / feasible as f64 };
    Coverage { name: criterion.name(), goals, covered, infeasible, percent, met, missing, truncated: false }
}

fn paths(criterion: LogicCriterion, measured: &Measured, hunted: &Hunted) -> Coverage {
    let known: BTreeSet<&Vec<u32>> = measured.tests.iter().map(|(_, _, path)| path).collect();
    let mut missing = Vec::new();
    for found in &hunted.found {
        if !known.contains(&key(&found.case)) {
            let what = format!("the path {} of {}: {}", found.case.path, found.entry, found.case.goal);
            let status = MissingStatus::Uncovered;
            let reason = String::new();
            missing.push(Missing { number: None, line: 0, column: 0, what, status, reason });
        }
    }
    let mut goals = hunted.found.len() as u64;
    if !hunted.search.complete {
        goals += 1;
        let what = "paths that were not found".to_string();
        let reason = hunted.reasons.first().cloned().unwrap_or_default();
        let status = MissingStatus::Unknown;
        missing.push(Missing { number: None, line: 0, column: 0, what, status, reason });
    }
    coverage(criterion, goals, Vec::new(), missing, 0)
}

/// Tests that the others make needless, all of them together.
fn redundant(
    program: &Program,
    criteria: &[LogicCriterion],
    entries: &[LogicEntry],
    measured: &Measured,
) -> Vec<String> {
    if criteria.iter().any(|c| c.is_open()) {
        let mut seen: BTreeSet<&Vec<u32>> = BTreeSet::new();
        let again = measured.tests.iter().filter(|(_, _, path)| !seen.insert(path));
        return again.map(|(name, ..)| name.clone()).collect();
    }
    let goals: BTreeSet<Sight> =
        criteria.iter().flat_map(|c| logic_goals(program, *c, &preds(entries))).map(|g| g.sight).collect();
    let mut count: BTreeMap<Sight, usize> = BTreeMap::new();
    for (_, sights, _) in &measured.tests {
        for sight in sights.intersection(&goals) {
            *count.entry(*sight).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    // The last ones first: a suite grows at its end.
    for (name, sights, _) in measured.tests.iter().rev() {
        let own: Vec<Sight> = sights.intersection(&goals).copied().collect();
        if own.iter().all(|s| count.get(s).is_some_and(|n| *n > 1)) {
            for sight in own {
                count.entry(sight).and_modify(|n| *n -= 1);
            }
            found.push(name.clone());
        }
    }
    found.reverse();
    found
}

/// How often clauses are entered and goals reached, for pages and tables.
fn lines(files: &Files, program: &Program, measured: &Measured) -> Vec<Line> {
    let mut found = Vec::new();
    let tests = |sight: Sight| measured.tests.iter().filter(|(_, s, _)| s.contains(&sight)).count() as u64;
    for id in (0..program.preds.len()).map(PredId::new) {
        let Some(pred) = program.pred(id).filter(|p| !p.library) else { continue };
        for clause in &pred.clauses {
            let Some(data) = program.clause(*clause) else { continue };
            let (line, _) = place(files, data.head_span);
            let count = tests(Sight::Entered(*clause));
            found.push(Line { span: data.head_span, line, count, outcomes: None });
            for goal in atoms(program, *clause) {
                let Some(data) = program.goal(goal) else { continue };
                let (line, _) = place(files, data.span);
                let outcomes = Some((tests(Sight::Succeeded(goal)), tests(Sight::Missed(goal))));
                found.push(Line { span: data.span, line, count: tests(Sight::Reached(goal)), outcomes });
            }
        }
    }
    found.sort_by_key(|line| (line.span.start, line.span.end));
    found
}

/// The suite with the tests that it lacked; also those of its tests that do not fit the program.
pub fn complete_logic(
    files: &Files,
    program: &Program,
    suite: &GoalSuite,
    entries: &[LogicEntry],
    options: &LogicOptions,
    budget: &Budget,
) -> (GeneratedGoals, Vec<(String, String)>) {
    let criteria = wanted(&options.criteria);
    let watch = Stopwatch::start();
    let measured = measure(program, suite, options.first_solution, budget);
    let known: BTreeSet<Sight> = measured.tests.iter().flat_map(|(_, s, _)| s.iter().copied()).collect();
    let mut hunted = hunt(files, program, entries, options, &criteria, budget, &mut |_| {});
    hunted.search.seconds = watch.seconds();
    let mut complete = suite.clone();
    let open = criteria.iter().any(|c| c.is_open());
    let paths_known: BTreeSet<&Vec<u32>> = measured.tests.iter().map(|(_, _, path)| path).collect();
    let missing: Vec<&Found> = if open {
        hunted.found.iter().filter(|f| !paths_known.contains(&key(&f.case))).collect()
    } else {
        let mut chosen = choose(program, &hunted.found, &criteria, entries, &known);
        chosen.sort_unstable();
        chosen.into_iter().map(|i| &hunted.found[i]).collect()
    };
    let added: Vec<Sight> = missing.iter().flat_map(|f| f.sights.iter().copied()).collect();
    let mut number = suite.tests.len();
    for found in missing {
        let mut made = test(files, found, number + 1);
        while complete.tests.iter().any(|t| t.name == made.name) {
            number += 1;
            made.name = format!("t{}", number + 1);
        }
        number += 1;
        complete.tests.push(made);
    }
    let shown: BTreeSet<Sight> = known.iter().copied().chain(added).collect();
    complete.criteria = tallies(program, &hunted, &criteria, entries, &shown);
    complete.exploration = Some(hunted.search.clone());
    let generated = GeneratedGoals {
        suite: complete,
        limit: hunted.limit,
        more: hunted.more,
        reasons: hunted.reasons,
        notes: hunted.notes,
        defaults: hunted.defaults,
    };
    (generated, measured.invalid)
}
