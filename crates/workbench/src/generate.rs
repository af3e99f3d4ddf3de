//! `generate`: a suite that meets criteria within bounds.
//!
//! Paths are searched until every goal is settled, and each input is replayed ([`crate::hunt`]). The suite has
//! as few of the tests as meet all goals that were met; for `path` every path is a goal. Errors that were found
//! on the way are reported beside it, since they are what people look for.

use crate::bounds::{fill_in_for, percent};
use crate::coverage::{Coverage, of_catch};
use crate::found::test;
use crate::hunt::{Aim, Catch, Hunt, Progress, Status, aims};
use crate::load::Language;
use base::{Budget, Stop, Stopwatch};
use criteria::Criterion;
use explore::{PerPath, Plan};
use imperative::{Branching, ErrorKind, ProcId, Program};
use source::Files;
use suite::{Search, Suite, Tally, Test};

/// Tests with `--per-path shapes` where nothing else is said.
const SHAPES: usize = 10_000;

/// What is asked of `generate`.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The criteria; `branch` if there is none.
    pub criteria: Vec<Criterion>,
    /// The search: the bounds that were given, its order, how many tests each path gets.
    pub plan: Plan,
    /// At most so many tests.
    pub limit: Option<usize>,
    /// How much of the usual effort may be spent, in percent; 0 is the usual one.
    pub effort: u64,
}

/// What `generate` and `complete` give.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The suite.
    pub suite: Suite,
    /// An input for each procedure and place where an error was found that no test of the suite shows.
    pub errors: Vec<Test>,
    /// The limit that ended the search early.
    pub limit: Option<Stop>,
    /// Were there more tests than were asked for?
    pub more: bool,
    /// Why something stayed unknown.
    pub reasons: Vec<String>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
    /// Each criterion goal by goal, with the tests of the suite that meet it.
    pub coverage: Vec<Coverage>,
    /// Tests of the suite that end in an error that no compiled program notices, so that nothing confirms them.
    pub unconfirmed: usize,
}

/// Generates a suite for some procedures of a program.
#[allow(clippy::too_many_arguments)]
pub fn generate(
    files: &Files,
    program: &Program,
    language: Language,
    source: &str,
    entries: &[ProcId],
    options: &GenerateOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> Generated {
    let watch = Stopwatch::start();
    let criteria = wanted(&options.criteria);
    let aims = aims(program, entries, &criteria);
    let mut plan = options.plan.clone();
    let mut defaults = fill_in_for(&mut plan, &aims, options.limit.is_some());
    let mut limit = options.limit;
    if matches!(plan.per_path, PerPath::Shapes(_)) && limit.is_none() {
        // A few cells with two references each have more shapes than anybody wants to wait for.
        limit = Some(SHAPES);
        defaults.push(format!("--limit {SHAPES}"));
    }
    let effort = percent(options.effort);
    let hunt = Hunt { program, entries, aims: &aims, plan: &plan, effort, limit, budget };
    let mut caught = hunt.go(&[], tell);
    let chosen = caught.choose(&aims, &[], limit);
    let tests: Vec<Test> = chosen
        .iter()
        .enumerate()
        .map(|(n, i)| {
            let c = &caught.candidates[*i];
            test(files, program, c.entry, &c.found, n + 1)
        })
        .collect();
    let seen: Vec<_> = tests
        .iter()
        .map(|t| t.name.clone())
        .zip(chosen.iter().map(|i| &caught.candidates[*i].seen))
        .collect();
    let coverage = of_catch(files, program, &aims, &caught, &seen);
    let suite = Suite {
        language: language.name().into(),
        source: source.into(),
        entry: entries.first().and_then(|p| program.proc(*p)).map_or_else(String::new, |p| p.name.clone()),
        tests,
        criteria: tallies(&aims, &caught),
        exploration: Some(search(&caught, watch.seconds())),
    };
    generated(files, program, suite, caught, coverage, defaults)
}

/// The criteria that hold where none is named.
pub(crate) fn wanted(criteria: &[Criterion]) -> Vec<Criterion> {
    if criteria.is_empty() { vec![Criterion::Branch] } else { criteria.to_vec() }
}

pub(crate) fn generated(
    files: &Files,
    program: &Program,
    suite: Suite,
    caught: Catch,
    coverage: Vec<Coverage>,
    defaults: Vec<String>,
) -> Generated {
    let mut errors: Vec<Test> = Vec::new();
    for (entry, found) in &caught.errors {
        let mut t = test(files, program, *entry, found, 1);
        if suite.tests.iter().all(|known| known.outcome != t.outcome || known.entry != t.entry) {
            t.name = format!("error{}", errors.len() + 1);
            errors.push(t);
        }
    }
    Generated {
        unconfirmed: unconfirmed(program, &suite),
        suite,
        errors,
        limit: caught.exploration.stopped,
        more: caught.more,
        reasons: caught.exploration.reasons,
        defaults,
        coverage,
    }
}

/// How many tests of a program that is compiled end in an error that nothing notices.
fn unconfirmed(program: &Program, suite: &Suite) -> usize {
    let silent = |t: &&Test| match &t.outcome {
        suite::Outcome::Error { message, .. } => {
            ErrorKind::of_message(message).is_some_and(ErrorKind::is_silent)
        }
        suite::Outcome::Ok => false,
    };
    if program.branching == Branching::Atoms { suite.tests.iter().filter(silent).count() } else { 0 }
}

/// What the search did.
pub(crate) fn search(caught: &Catch, seconds: f64) -> Search {
    let e = &caught.exploration;
    Search {
        paths: e.paths,
        infeasible: e.infeasible,
        cut: e.cut,
        complete: e.is_complete() && !caught.more && caught.whole,
        queries: e.queries,
        steps: e.steps,
        seconds,
        assumed: e.assumed.clone(),
    }
}

/// How far each criterion is met, once the tests that were caught are in the suite.
pub(crate) fn tallies(aims: &[Aim], caught: &Catch) -> Vec<Tally> {
    aims.iter()
        .enumerate()
        .map(|(i, aim)| {
            let name = aim.criterion.name();
            if aim.criterion.is_open() {
                let (paths, left_out) = (caught.paths[i].0, caught.paths_left_out);
                let unknown = caught.exploration.unknown + left_out;
                let covered = paths.saturating_sub(left_out);
                return Tally { name, goals: covered + unknown, covered, unknown, ..Tally::default() };
            }
            let count = |f: fn(&Status) -> bool| caught.status[i].iter().filter(|s| f(s)).count() as u64;
            Tally {
                name,
                goals: aim.goals.len() as u64,
                covered: count(|s| *s == Status::Covered),
                infeasible: count(|s| matches!(s, Status::Infeasible(_))),
                unknown: count(|s| matches!(s, Status::Unknown(_))),
                out_of_bounds: count(|s| matches!(s, Status::OutOfBounds(_))),
            }
        })
        .collect()
}
