//! `generate`: a suite that meets criteria within bounds.
//!
//! Every path within the bounds is explored and its input replayed. For `path` every path is a test; for
//! `branch` as few as meet all goals, and one for each place where an error was found, since errors are
//! what people look for.

use crate::load::{Language, entries};
use base::{Budget, Stop, Stopwatch};
use criteria::{Criterion, Goal, Step, covers, goals, path_text, reachable};
use explore::{Bounds, End, Exploration, Found, PerPath, Plan, explore};
use imperative::{ErrorKind, ProcId, Program, VarId};
use source::{Files, Span};
use suite::{Outcome, Search, Suite, Tally, Test, output_of, snapshot};

/// What is asked of `generate`.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The procedure; all public ones if none is named.
    pub entry: Option<String>,
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

/// Iterations of a loop where nothing else is said.
const LOOPS: u32 = 3;
/// Open calls where nothing else is said.
const DEPTH: u32 = 4;

/// Cells of an input where nothing else is said.
pub const CELLS: usize = 6;

/// Puts in the bounds that were not given, and says which. Where one was given, the others bind only what
/// would not end otherwise.
fn fill_in(bounds: &mut Bounds, limited: bool) -> Vec<String> {
    let mut defaults = Vec::new();
    let free = !limited
        && (bounds.loops, bounds.depth, bounds.path_length, bounds.max_cells) == (None, None, None, None);
    if bounds.loops.is_none() {
        bounds.loops = Some(LOOPS);
        defaults.push(format!("--loops {LOOPS}"));
    }
    if bounds.depth.is_none() {
        *(if free { &mut bounds.depth } else { &mut bounds.recursion }) = Some(DEPTH);
        defaults.push(format!("--depth {DEPTH}"));
    }
    if free {
        bounds.max_cells = Some(CELLS);
        defaults.push(format!("--max-cells {CELLS}"));
    }
    defaults
}

struct Candidate {
    entry: ProcId,
    found: Found,
    /// The goals that it covers, by number.
    covers: Vec<usize>,
    keep: bool,
}

/// Generates a suite for a program.
///
/// # Errors
///
/// A sentence about what is wrong with the call.
pub fn generate(
    files: &Files,
    program: &Program,
    language: Language,
    source: &str,
    options: &GenerateOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> Result<Generated, String> {
    let watch = Stopwatch::start();
    let chosen = entries(program, options.entry.as_deref())?;
    let wanted = if options.criteria.is_empty() { vec![Criterion::Branch] } else { options.criteria.clone() };
    let mut plan = options.plan.clone();
    let defaults = fill_in(&mut plan.bounds, options.limit.is_some());
    let mut all_goals: Vec<Goal> = Vec::new();
    for entry in &chosen {
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
    for entry in &chosen {
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
        candidates.iter().enumerate().map(|(i, c)| test(files, program, c, i + 1)).collect();
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
    Ok(Generated { suite, limit: total.stopped, more, reasons: total.reasons, defaults })
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

fn test(files: &Files, program: &Program, c: &Candidate, number: usize) -> Test {
    let steps: Vec<Step> = c
        .found
        .decisions
        .iter()
        .map(|(proc, decision, outcome)| Step { proc: *proc, decision: *decision, outcome: *outcome })
        .collect();
    let mut path = path_text(program, &steps);
    let inputs: Vec<VarId> = program.proc(c.entry).map_or_else(Vec::new, |p| p.inputs().collect());
    let (outcome, output) = match &c.found.end {
        End::Ok => {
            let run = &c.found.run;
            (Outcome::Ok, output_of(program, c.entry, &c.found.input, &run.state, run.result.as_ref()))
        }
        End::Error(kind, span) => {
            let (line, column) = files.place(*span).map_or((0, 0), |(_, p)| (p.line, p.column));
            // Two nodes may start at one place: `x.tail` and `x.tail.head`.
            let width = files.text(*span).chars().count();
            path.push_str(&format!("!{line}:{column}+{width}"));
            (Outcome::Error { message: kind.message().into(), line, column }, Default::default())
        }
    };
    let entry = program.proc(c.entry).map_or_else(String::new, |p| p.name.clone());
    // Paths of different entries differ, whatever they decide.
    if program.main != Some(c.entry) {
        path = format!("{entry}:{path}");
    }
    Test {
        name: format!("t{number}"),
        entry,
        path,
        condition: c.found.condition.clone(),
        input: snapshot(program, c.entry, &c.found.input, &inputs, None),
        outcome,
        output,
    }
}
