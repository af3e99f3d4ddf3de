//! `cover` and `complete`: how far a suite meets criteria, and what it lacks.

use crate::bounds::{fill_in_for, percent};
use crate::coverage::{Coverage, CoveredGoal, Missing, MissingStatus, goals_of, of_catch};
use crate::found::test;
use crate::generate::{Generated, generated, search, tallies, wanted};
use crate::hunt::{Aim, Catch, Hunt, Known, PathKey, Progress, aims};
use crate::load::{LoadedProgram, entries};
use crate::run::patient;
use base::{Budget, Stop, Stopwatch};
use criteria::{Criterion, Meter, Seen, Target, path_text};
use explore::{PerPath, Plan};
use imperative::machine::{Options, Outcome};
use imperative::{ProcId, Program};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use suite::{Suite, Test, Verdict, needed, restore, run_test};

/// What is asked of `cover` and `complete`.
#[derive(Clone, Debug, Default)]
pub struct CoverOptions {
    /// The criteria; `branch` if there is none.
    pub criteria: Vec<Criterion>,
    /// The search for what is missing.
    pub plan: Plan,
    /// At most so many new tests.
    pub limit: Option<usize>,
    /// How much of the usual effort may be spent, in percent; 0 is the usual one.
    pub effort: u64,
}

/// How often a statement was executed, and what came of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place.
    pub span: Span,
    /// The line.
    pub line: usize,
    /// Tests that execute it.
    pub count: u64,
    /// For a decision, or an atomic condition in C: tests in which it is true, and in which it is false.
    pub outcomes: Option<(u64, u64)>,
}

/// What `cover` gives.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The criteria.
    pub criteria: Vec<Coverage>,
    /// Tests that the others make needless, all of them together.
    pub redundant: Vec<String>,
    /// Tests that could not be measured, and why.
    pub invalid: Vec<(String, String)>,
    /// Statements and decisions with their counts, in the order of the text.
    pub lines: Vec<Line>,
    /// The limit that ended the search for what is missing.
    pub stopped: Option<Stop>,
    /// The bounds that were not given and held all the same.
    pub defaults: Vec<String>,
}

/// A suite, measured.
struct Measured {
    known: Vec<Known>,
    /// The places of the known tests in the suite.
    tests: Vec<usize>,
    invalid: Vec<(String, String)>,
    entries: Vec<ProcId>,
}

fn measure(program: &Program, suite: &Suite, criteria: &[Criterion], asked: &[ProcId]) -> Measured {
    let mut meter = Meter::new(program, criteria);
    let mut out = Measured { known: Vec::new(), tests: Vec::new(), invalid: Vec::new(), entries: Vec::new() };
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for (i, test) in suite.tests.iter().enumerate() {
        match one(program, &mut meter, test, names.insert(&test.name)) {
            Ok(known) => {
                out.known.push(known);
                out.tests.push(i);
            }
            Err(why) => out.invalid.push((test.name.clone(), why)),
        }
    }
    out.entries = if asked.is_empty() { entries(program, None).unwrap_or_default() } else { asked.to_vec() };
    out
}

fn one(program: &Program, meter: &mut Meter<'_>, test: &Test, new: bool) -> Result<Known, String> {
    if !new {
        return Err(format!("there is another test with the name `{}`", test.name));
    }
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    // What does not fit is told by whoever runs tests.
    if let (Verdict::Invalid(why), _) =
        run_test(program, entry, test, &Options { limits: patient(), ..Options::default() })
    {
        return Err(why);
    }
    let (input, _) = restore(program, entry, &test.input)?;
    let (run, seen) = meter.run(entry, input, &patient());
    let end = match run.outcome {
        Outcome::Error { kind, span, .. } => Some((kind, span)),
        _ => None,
    };
    let key: PathKey = (entry, seen.path().to_vec(), end);
    Ok(Known { key, seen })
}

/// Everything that a measurement of the lines needs, besides what is asked for.
fn with_lines(criteria: &[Criterion]) -> Vec<Criterion> {
    let mut all = criteria.to_vec();
    all.extend([Criterion::Statement, Criterion::Branch]);
    all
}

/// Measures a suite, and settles the goals that it lacks; for these procedures, or for every public one.
pub fn cover(
    files: &Files,
    loaded: &LoadedProgram,
    suite: &Suite,
    asked: &[ProcId],
    options: &CoverOptions,
    budget: &Budget,
) -> Covered {
    let program = &loaded.program;
    let criteria = wanted(&options.criteria);
    let measured = measure(program, suite, &with_lines(&criteria), asked);
    let aims = aims(program, &measured.entries, &criteria);
    let seen: Vec<Seen> = measured.known.iter().map(|k| k.seen.clone()).collect();
    let (caught, defaults) = missing(program, &measured, &aims, options, budget, &mut |_| {});
    let name = |i: usize| measured.tests.get(i).and_then(|t| suite.tests.get(*t)).map(|t| t.name.clone());
    let mut ways = Vec::new();
    let mut kept: Vec<usize> = Vec::new();
    let mut out = Vec::new();
    for (a, aim) in aims.iter().enumerate() {
        let mut c = Coverage::of(aim);
        if aim.criterion.is_open() {
            paths(files, program, aim, &caught, a, &mut c);
            for (number, (what, by)) in known_paths(program, aim, &measured, &name).into_iter().enumerate() {
                c.met.push(CoveredGoal { number, line: 0, column: 0, what, by });
            }
            // The first test of each path is needed.
            let mut keys = BTreeSet::new();
            kept.extend(
                (0..seen.len())
                    .filter(|i| seen[*i].is_within(aim.criterion) && keys.insert(&measured.known[*i].key)),
            );
        }
        ways.extend(goals_of(files, program, aim, &caught.status[a], &seen, &name, &mut c));
        out.push(c);
    }
    let enough = needed(seen.len(), &[], &kept, &ways);
    // Where nothing is asked for, nothing is needless.
    let asked_for = out.iter().any(|c| c.goals > 0);
    let needless = (0..seen.len()).filter(|i| asked_for && !enough.contains(i));
    let redundant = needless.filter_map(name).collect();
    Covered {
        criteria: out,
        redundant,
        invalid: measured.invalid.clone(),
        lines: lines(files, program, &measured, &seen),
        stopped: caught.exploration.stopped,
        defaults,
    }
}

/// Searches for what a suite lacks, if it lacks anything.
fn missing(
    program: &Program,
    measured: &Measured,
    aims: &[Aim],
    options: &CoverOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> (Catch, Vec<String>) {
    let mut plan = Plan { per_path: PerPath::One, ..options.plan.clone() };
    let defaults = fill_in_for(&mut plan, aims, options.limit.is_some());
    let limit = options.limit;
    let effort = percent(options.effort);
    let hunt = Hunt { program, entries: &measured.entries, aims, plan: &plan, effort, limit, budget };
    let caught = hunt.go(&measured.known, tell);
    let searched = caught.exploration.queries > 0;
    (caught, if searched { defaults } else { Vec::new() })
}

/// The paths that a suite has, each with its tests.
fn known_paths(
    program: &Program,
    aim: &Aim,
    measured: &Measured,
    name: &dyn Fn(usize) -> Option<String>,
) -> Vec<(String, Vec<String>)> {
    let mut out: Vec<(&PathKey, Vec<String>)> = Vec::new();
    for (i, k) in measured.known.iter().enumerate().filter(|(_, k)| k.seen.is_within(aim.criterion)) {
        match out.iter_mut().find(|(key, _)| **key == k.key) {
            Some((_, by)) => by.extend(name(i)),
            None => out.push((&k.key, name(i).into_iter().collect())),
        }
    }
    out.into_iter().map(|(key, by)| (format!("the path {}", path_text(program, &key.1)), by)).collect()
}

/// The paths that a suite lacks.
fn paths(files: &Files, program: &Program, aim: &Aim, caught: &Catch, a: usize, c: &mut Coverage) {
    let (goals, covered) = caught.paths[a];
    c.goals = goals + caught.exploration.unknown;
    c.covered = covered;
    for candidate in &caught.candidates {
        if candidate.keep && candidate.seen.is_within(aim.criterion) {
            let t = test(files, program, candidate.entry, &candidate.found, 1);
            let what = format!("the path {}", t.path);
            c.missing.push(Missing {
                number: None,
                line: 0,
                column: 0,
                what,
                status: MissingStatus::Uncovered,
                reason: String::new(),
            });
        }
    }
    for reason in &caught.exploration.reasons {
        let (what, status) = ("a path".to_string(), MissingStatus::Unknown);
        c.missing.push(Missing { number: None, line: 0, column: 0, what, status, reason: reason.clone() });
    }
}

/// The statements and decisions of a program, with how the tests of a suite execute them.
pub fn lines_of(files: &Files, program: &Program, suite: &Suite) -> Vec<Line> {
    let measured = measure(program, suite, &with_lines(&[]), &[]);
    let seen: Vec<Seen> = measured.known.iter().map(|k| k.seen.clone()).collect();
    lines(files, program, &measured, &seen)
}

/// How often the tests execute each statement and take each side of a decision.
fn lines(files: &Files, program: &Program, measured: &Measured, seen: &[Seen]) -> Vec<Line> {
    let all = aims(program, &measured.entries, &[Criterion::Statement, Criterion::Branch]);
    let place = |span: Span| files.place(span).map_or(0, |(_, p)| p.line);
    let mut out: Vec<Line> = Vec::new();
    // A macro can put several conditions in one place, so the place alone does not tell them apart.
    let mut conditions: BTreeMap<(ProcId, usize, Option<usize>), usize> = BTreeMap::new();
    for goal in all.iter().flat_map(|a| &a.goals) {
        let count = seen.iter().filter(|s| s.meets(goal)).count() as u64;
        // Where a branch is an atomic condition, as in C, that is what comes out one way or the other.
        let (condition, outcome) = match goal.what {
            Target::Outcome { decision, outcome } => ((goal.proc, decision.index(), None), outcome),
            Target::Atom { decision, atom, value } => ((goal.proc, decision.index(), Some(atom)), value),
            _ => {
                out.push(Line { span: goal.span, line: place(goal.span), count, outcomes: None });
                continue;
            }
        };
        let at = *conditions.entry(condition).or_insert_with(|| {
            out.push(Line { span: goal.span, line: place(goal.span), count: 0, outcomes: Some((0, 0)) });
            out.len() - 1
        });
        if let Some((yes, no)) = out.get_mut(at).and_then(|l| l.outcomes.as_mut()) {
            *(if outcome { yes } else { no }) += count;
        }
    }
    out.sort_by_key(|l| (l.span.start, l.outcomes.is_some()));
    out
}

/// Adds to a suite the tests that it lacks. The tests that are there stay as they are.
pub fn complete(
    files: &Files,
    loaded: &LoadedProgram,
    suite: &Suite,
    asked: &[ProcId],
    options: &CoverOptions,
    budget: &Budget,
    tell: &mut dyn FnMut(Progress),
) -> (Generated, Vec<(String, String)>) {
    let watch = Stopwatch::start();
    let program = &loaded.program;
    let criteria = wanted(&options.criteria);
    let measured = measure(program, suite, &criteria, asked);
    let aims = aims(program, &measured.entries, &criteria);
    let (mut caught, defaults) = missing(program, &measured, &aims, options, budget, tell);
    let mut out = suite.clone();
    let mut number = suite.tests.len();
    let chosen = caught.choose(&aims, &measured.known, options.limit);
    for i in &chosen {
        let i = *i;
        let c = &caught.candidates[i];
        // A name that no test has.
        let new = loop {
            number += 1;
            let new = test(files, program, c.entry, &c.found, number);
            if suite.tests.iter().all(|t| t.name != new.name) {
                break new;
            }
        };
        out.tests.push(new);
    }
    // A test that does not fit the program shows nothing.
    let nothing = Seen::default();
    let mut known_and_new: Vec<&Seen> = vec![&nothing; suite.tests.len()];
    for (known, place) in measured.known.iter().zip(&measured.tests) {
        known_and_new[*place] = &known.seen;
    }
    known_and_new.extend(chosen.iter().map(|i| &caught.candidates[*i].seen));
    out.criteria = tallies(&aims, &caught);
    if caught.exploration.queries > 0 {
        out.exploration = Some(search(&caught, watch.seconds()));
    }
    let seen: Vec<(String, &Seen)> = out.tests.iter().map(|t| t.name.clone()).zip(known_and_new).collect();
    let coverage = of_catch(files, program, &aims, &caught, &seen);
    (generated(files, program, out, caught, coverage, defaults), measured.invalid)
}
