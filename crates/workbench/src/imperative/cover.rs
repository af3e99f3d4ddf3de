//! Measuring a suite of an imperative program, and settling the goals that it lacks.

use super::ImperativeEngine;
use super::coverage::{goals_of, of_aim};
use super::found::path_name;
use super::hunt::{Aim, HuntResult, Known, PathKey, aims};
use crate::coverage::{Coverage, Covered, CoveredGoal, Missing};
use criteria::{Criterion, Meter, Seen, Status, Target, Verdict as GoalVerdict, path_text};
use imperative::machine::{self, Options, Outcome};
use imperative::{ProcId, Program};
use source::{Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use suite::{Line, Snapshot, Suite, Test, Verdict, input_of, needed, patient, run_test};

/// A suite, measured.
pub(super) struct Measured {
    pub known: Vec<Known>,
    /// The places of the known tests in the suite.
    pub tests: Vec<usize>,
    pub invalid: Vec<(String, String)>,
    pub entries: Vec<ProcId>,
}

/// Measures the tests of a suite for criteria.
pub(super) fn measure(
    program: &Program,
    suite: &Suite,
    criteria: &[Criterion],
    entries: &[ProcId],
) -> Measured {
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
    out.entries = entries.to_vec();
    out
}

fn one(program: &Program, meter: &mut Meter<'_>, test: &Test, new: bool) -> Result<Known, String> {
    if !new {
        return Err(format!("there is another test with the name `{}`", test.name));
    }
    let entry = *language::entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    // The test runner reports a test that does not fit the program.
    if let (Verdict::Invalid(why), _) =
        run_test(program, entry, test, &Options { limits: patient(), ..Options::default() })
    {
        return Err(why);
    }
    let input = input_of(program, entry, test)?;
    let (run, seen) = meter.run(entry, input, &patient());
    let end = match run.outcome {
        Outcome::Error { kind, span, .. } => Some((kind, span)),
        _ => None,
    };
    let key: PathKey = (entry, seen.path().to_vec(), seen.caught().to_vec(), end);
    Ok(Known { key, seen })
}

/// The output of a test, in the names that objects have in its input.
pub(super) fn output_in_names_of_input(program: &Program, test: &Test) -> Option<Snapshot> {
    let entry = *language::entries(program, Some(&test.entry)).ok()?.first()?;
    let input = input_of(program, entry, test).ok()?;
    let run =
        machine::run(program, entry, input.clone(), &Options { limits: patient(), ..Options::default() });
    let ends = run.outcome == Outcome::Ok;
    ends.then(|| suite::output_in_names_of_input(program, entry, &input, &run.state, run.result.as_ref()))
}

/// The line of the text in which a test errs, in whichever file that is.
pub(super) fn line_of_error(files: &Files, program: &Program, test: &Test) -> Option<String> {
    let entry = *language::entries(program, Some(&test.entry)).ok()?.first()?;
    let input = input_of(program, entry, test).ok()?;
    let run = machine::run(program, entry, input, &Options { limits: patient(), ..Options::default() });
    let Outcome::Error { span, .. } = run.outcome else { return None };
    let (_, place) = files.place(span)?;
    Some(files.get(span.file)?.line_text(place.line).to_string())
}

/// Everything that a measurement of the lines needs, besides what is asked for.
fn with_lines(criteria: &[Criterion]) -> Vec<Criterion> {
    let mut all = criteria.to_vec();
    all.extend([Criterion::Statement, Criterion::Branch]);
    all
}

/// Measures a suite, and settles the goals that it lacks; for these procedures, or for every public one.
pub(super) fn cover(engine: &ImperativeEngine<'_>, suite: &Suite) -> Covered {
    let (files, program) = (engine.files, &engine.subject.program);
    let measured = measure(program, suite, &with_lines(&engine.criteria), &engine.entries);
    let aims = aims(program, &measured.entries, &engine.criteria);
    let seen: Vec<&Seen> = measured.known.iter().map(|k| &k.seen).collect();
    let (caught, defaults) = engine.missing(&measured, &aims, &mut |_| {});
    let name = |i: usize| measured.tests.get(i).and_then(|t| suite.tests.get(*t)).map(|t| t.name.clone());
    let mut ways = Vec::new();
    let mut kept: Vec<usize> = Vec::new();
    let mut out = Vec::new();
    for (a, aim) in aims.iter().enumerate() {
        let mut c = of_aim(aim);
        if aim.criterion.is_open() {
            paths(files, program, aim, &caught, a, &mut c);
            for (number, (what, by)) in known_paths(program, aim, &measured, &name).into_iter().enumerate() {
                c.met.push(CoveredGoal { number, line: 0, column: 0, unit: String::new(), what, by });
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
        procedures: Vec::new(),
    }
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
fn paths(files: &Files, program: &Program, aim: &Aim, caught: &HuntResult, a: usize, c: &mut Coverage) {
    let (goals, covered) = caught.paths[a];
    c.goals = goals + caught.exploration.unknown;
    c.covered = covered;
    for candidate in &caught.candidates {
        if candidate.keep && candidate.seen.is_within(aim.criterion) {
            let path = path_name(files, program, candidate.entry, &candidate.found);
            let what = format!("the path {path}");
            c.missing.push(Missing::of_path(what, GoalVerdict::uncovered()));
        }
    }
    for reason in &caught.exploration.reasons {
        let verdict = GoalVerdict::new(Status::Unknown, reason.as_str());
        let what = "a path".to_string();
        c.missing.push(Missing::of_path(what, verdict));
    }
}

/// The statements and decisions of a program, with how the tests of a suite execute them.
pub(super) fn lines_of(files: &Files, program: &Program, suite: &Suite) -> Vec<Line> {
    let all = language::entries(program, None).unwrap_or_default();
    let measured = measure(program, suite, &with_lines(&[]), &all);
    let seen: Vec<&Seen> = measured.known.iter().map(|k| &k.seen).collect();
    lines(files, program, &measured, &seen)
}

/// How often the tests execute each statement and take each side of a decision.
fn lines(files: &Files, program: &Program, measured: &Measured, seen: &[&Seen]) -> Vec<Line> {
    let all = aims(program, &measured.entries, &[Criterion::Statement, Criterion::Branch]);
    let place = |span: Span| files.place(span).map_or(0, |(_, p)| p.line);
    let mut out: Vec<Line> = Vec::new();
    // A macro can put several conditions in one place, so the place alone does not tell them apart.
    let mut conditions: BTreeMap<(ProcId, usize, Option<usize>), usize> = BTreeMap::new();
    for goal in all.iter().flat_map(|a| &a.goals) {
        let meeting = (0..seen.len()).filter(|i| seen[*i].meets(goal));
        let tests: Vec<u32> = meeting.filter_map(|i| u32::try_from(*measured.tests.get(i)?).ok()).collect();
        let count = tests.len() as u64;
        let unit = || program.proc(goal.proc).map_or_else(String::new, |proc| proc.name.clone());
        // Where a branch is an atomic condition, as in C, that is what comes out one way or the other.
        let (condition, outcome) = match goal.what {
            Target::Outcome { decision, outcome } => ((goal.proc, decision.index(), None), outcome),
            Target::Atom { decision, atom, value } => ((goal.proc, decision.index(), Some(atom)), value),
            _ => {
                out.push(Line {
                    span: goal.span,
                    line: place(goal.span),
                    count,
                    outcomes: None,
                    partial: false,
                    unit: unit(),
                    tests,
                });
                continue;
            }
        };
        let at = *conditions.entry(condition).or_insert_with(|| {
            out.push(Line {
                span: goal.span,
                line: place(goal.span),
                count: 0,
                outcomes: Some((0, 0)),
                partial: false,
                unit: unit(),
                tests: Vec::new(),
            });
            out.len() - 1
        });
        let Some(line) = out.get_mut(at) else { continue };
        if let Some((yes, no)) = &mut line.outcomes {
            *(if outcome { yes } else { no }) += count;
        }
        line.tests.extend(tests);
    }
    // A program may be in several files; its lines are those of the one that was named.
    out.retain(|line| line.span.file == program.span.file);
    for line in &mut out {
        line.tests.sort_unstable();
        line.tests.dedup();
    }
    out.sort_by_key(|l| (l.span.start, l.outcomes.is_some()));
    out
}
