//! `generate`: a suite that meets criteria within bounds.
//!
//! Every path within the bounds is explored and its input replayed. For `path` every path is a test; for
//! `branch` as few as meet all goals, and one for each place where an error was found, since errors are
//! what people look for.

use crate::bounds::fill_in;
use crate::found::test;
use crate::load::Language;
use base::{Budget, Stop, Stopwatch};
use criteria::{Criterion, Goal, covers, goals, reachable};
use explore::{End, Exploration, Found, PerPath, Plan, explore};
use imperative::{ErrorKind, ProcId, Program};
use source::{Files, Span};
use suite::{Search, Suite, Tally, Test};

/// What is asked of `generate`.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The criteria; `branch` if there is none.
    pub criteria: Vec<Criterion>,
    /// The search: the bounds that were given, its order, how many tests each path gets.
    pub plan: Plan,
    /// At most so many tests.
    pub limit: Option<usize>,
}

/// How far a search has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that were found.
    pub paths: u64,
    /// Tests that were kept.
    pub tests: usize,
    /// Goals that no test meets yet.
    pub goals_left: usize,
    /// Questions to the solver.
    pub queries: u64,
}

/// What `generate` gives.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The suite.
    pub suite: Suite,
    /// The limit that ended the search early.
    pub limit: Option<Stop>,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
}

struct Candidate {
    entry: ProcId,
    found: Found,
    /// The goals that it covers, by number.
    covers: Vec<usize>,
    keep: bool,
}

/// Generates a suite for some procedures of a program.
#[allow(clippy::too_many_arguments)]
pub fn generate(
    files: &Files,
    program: &Program,
    language: Language,
    source: &str,
    chosen: &[ProcId],
    options: &GenerateOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> Generated {
    let watch = Stopwatch::start();
    let wanted = if options.criteria.is_empty() { vec![Criterion::Branch] } else { options.criteria.clone() };
    let mut plan = options.plan.clone();
    let defaults = fill_in(&mut plan.bounds, options.limit.is_some());
    let mut all_goals: Vec<Goal> = Vec::new();
    for entry in chosen {
        for goal in goals(program, &reachable(program, *entry), Criterion::Branch) {
            if !all_goals.contains(&goal) {
                all_goals.push(goal);
            }
        }
    }
    // Whoever asks for every shape wants to see them.
    let every_path = wanted.contains(&Criterion::Path) || plan.per_path != PerPath::One;
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut covered = vec![false; all_goals.len()];
    let mut errors_seen: Vec<(ErrorKind, Span)> = Vec::new();
    let mut total = Exploration::default();
    let mut more = false;
    let mut progress = Progress::default();
    for entry in chosen {
        if total.stopped.is_some() || more {
            break;
        }
        let mut keep = |found: Found| {
            progress.paths += 1;
            progress.queries = total.queries + found.queries;
            progress.tests = candidates.len();
            progress.goals_left = covered.iter().filter(|c| !**c).count();
            tell(progress);
            let covers: Vec<usize> =
                (0..all_goals.len()).filter(|g| self::covers(&all_goals[*g], &found.run.trace)).collect();
            let new_goal = covers.iter().any(|g| !covered[*g]);
            let new_error = match &found.end {
                End::Error(kind, span) => !errors_seen.contains(&(*kind, *span)),
                End::Ok => false,
            };
            if !(every_path || new_goal || new_error) {
                return true;
            }
            if options.limit.is_some_and(|n| candidates.len() >= n) {
                more = true;
                return false;
            }
            covers.iter().for_each(|g| covered[*g] = true);
            if let End::Error(kind, span) = &found.end {
                errors_seen.push((*kind, *span));
            }
            candidates.push(Candidate { entry: *entry, found, covers, keep: every_path || new_error });
            true
        };
        let part = explore(program, *entry, &plan, budget, &mut keep);
        total.add(&part);
    }
    drop_needless(&mut candidates, all_goals.len());
    let complete = total.is_complete() && !more;
    let tests: Vec<Test> =
        candidates.iter().enumerate().map(|(i, c)| test(files, program, c.entry, &c.found, i + 1)).collect();
    let criteria = wanted.iter().map(|c| tally(*c, &covered, total.paths, complete, total.unknown)).collect();
    let suite = Suite {
        language: language.name().into(),
        source: source.into(),
        entry: chosen.first().and_then(|p| program.proc(*p)).map_or_else(String::new, |p| p.name.clone()),
        tests,
        criteria,
        exploration: Some(Search {
            paths: total.paths,
            infeasible: total.infeasible,
            cut: total.cut,
            complete,
            queries: total.queries,
            seconds: watch.seconds(),
        }),
    };
    Generated { suite, limit: total.stopped, more, reasons: total.reasons, defaults }
}

/// Drops tests that the others make needless, the latest found first.
fn drop_needless(candidates: &mut Vec<Candidate>, goals: usize) {
    let mut count = vec![0usize; goals];
    for c in candidates.iter() {
        c.covers.iter().for_each(|g| count[*g] += 1);
    }
    for i in (0..candidates.len()).rev() {
        let c = &candidates[i];
        if !c.keep && c.covers.iter().all(|g| count[*g] > 1) {
            c.covers.iter().for_each(|g| count[*g] -= 1);
            candidates.remove(i);
        }
    }
}

fn tally(c: Criterion, covered: &[bool], paths: u64, complete: bool, unknown: u64) -> Tally {
    match c {
        Criterion::Path => {
            Tally { name: c.name().into(), goals: paths + unknown, covered: paths, infeasible: 0, unknown }
        }
        Criterion::Branch => {
            let hit = covered.iter().filter(|c| **c).count() as u64;
            let rest = covered.len() as u64 - hit;
            let (infeasible, unknown) = if complete { (rest, 0) } else { (0, rest) };
            Tally { name: c.name().into(), goals: covered.len() as u64, covered: hit, infeasible, unknown }
        }
    }
}
