//! What a suite shows of a program, goal by goal, and the colours of its atoms (section 4.4.4 of the thesis).
//!
//! * *green*: all regular arcs from the label before the atom were followed;
//! * *yellow*: the atom was executed, but an arc was not followed;
//! * *red*: the atom was not executed.

use super::ModedEngine;
use super::hunt::{Aim, Hunt, hunt};
use super::judge::Judge;
use crate::coverage::{Colour, Coverage, Covered, CoveredGoal, Missing, PointCoverage, ProcedureCoverage};
use criteria::logic::LogicCriterion;
use criteria::moded::{ModedGoal, Saying, is_atom, is_seen, moded_goals};
use criteria::{Status, Verdict as GoalVerdict};
use logic::machine::moded::counts::Counts;
use logic::moded::graph::{ArcKind, Node, arcs};
use logic::moded::{GoalKind, Label, ProcId, Procs};
use source::{FileId, Files, Span};
use std::collections::{BTreeMap, BTreeSet};
use suite::{Line, Suite, Verdict};

/// A test with what it reached.
pub(super) struct Measured {
    pub name: String,
    /// Its place in the suite.
    pub place: u32,
    pub counts: Counts,
    /// Its sequence, where that is asked for.
    pub sequence: Vec<Label>,
}

/// What the tests of a suite reach, and those that do not fit the program.
pub(super) fn measure(
    engine: &ModedEngine<'_>,
    suite: &Suite,
    sequences: bool,
) -> (Vec<Measured>, Vec<(String, String)>) {
    let compiled = engine.subject.text.compile(&suite.tests);
    let mut judge = Judge::new(engine.files, &compiled, engine.running);
    let mut invalid = Vec::new();
    let mut measured = Vec::new();
    for ((number, test), place) in suite.tests.iter().enumerate().zip(0..) {
        let (verdict, counts) = judge.measured(number);
        match verdict {
            Verdict::Invalid(why) => invalid.push((test.name.clone(), why)),
            Verdict::Passed | Verdict::Failed(_) => {
                let sequence =
                    if sequences { judge.sequence(number, engine.solutions_asked()) } else { Vec::new() };
                measured.push(Measured { name: test.name.clone(), place, counts, sequence });
            }
        }
    }
    (measured, invalid)
}

/// Measures a suite.
pub(super) fn cover(engine: &ModedEngine<'_>, suite: &Suite) -> Covered {
    let open = engine.wanted(false).iter().any(|criterion| criterion.is_open());
    let (measured, invalid) = measure(engine, suite, open);
    let procs = &engine.subject.program.procs;
    let of = engine.measured();
    let mut criteria = Vec::new();
    let mut asked: Vec<ModedGoal> = Vec::new();
    let wanted = engine.wanted(false);
    for criterion in wanted {
        // A criterion for others was refused when the program was opened.
        asked.extend(moded_goals(procs, *criterion, &of).unwrap_or_default());
    }
    let is_met = |goal: &ModedGoal| measured.iter().any(|test| is_seen(procs, &test.counts, goal));
    let missing: Vec<ModedGoal> = asked.iter().filter(|goal| !is_met(goal)).copied().collect();
    let hunted = if missing.is_empty() && !open {
        Hunt::default()
    } else {
        hunt(engine, &Aim { goals: &missing, open }, &mut |_| {})
    };
    for criterion in wanted {
        criteria.push(if criterion.is_open() {
            sequences(engine, *criterion, &measured, &hunted)
        } else {
            let goals = moded_goals(procs, *criterion, &of).unwrap_or_default();
            coverage(engine, criterion.name(), &goals, &measured, &hunted)
        });
    }
    let redundant = if open { repeated(&measured) } else { redundant(procs, &asked, &measured) };
    let all = total(&measured, procs.points.len());
    let procedures = of.iter().filter_map(|id| procedure(engine, *id, &all)).collect();
    Covered {
        criteria,
        redundant,
        invalid,
        lines: lines(engine, &of, &measured),
        stopped: hunted.stopped,
        defaults: hunted.defaults,
        procedures,
    }
}

fn place(files: &Files, span: Span) -> (usize, usize) {
    files.place(span).map_or((0, 0), |(_, place)| (place.line, place.column))
}

/// What stands at a place, in one line.
fn text_at(files: &Files, span: Span) -> String {
    let text = files.get(span.file).map_or("", |file| file.text());
    let text = text.get(span.start as usize..span.end as usize).unwrap_or("");
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    const MOST: usize = 60;
    if line.chars().count() <= MOST {
        return line;
    }
    let start: String = line.chars().take(MOST).collect();
    format!("{start} …")
}

/// The sequences that a suite has and lacks (section 4.4.3).
fn sequences(
    engine: &ModedEngine<'_>,
    criterion: LogicCriterion,
    measured: &[Measured],
    hunted: &Hunt,
) -> Coverage {
    let known: BTreeSet<&[Label]> = measured.iter().map(|test| test.sequence.as_slice()).collect();
    let mut out = Coverage::of(criterion.name(), hunted.found.len());
    for found in &hunted.found {
        if known.contains(found.sequence.labels.as_slice()) {
            out.covered += 1;
            continue;
        }
        let shown = engine.subject.program.procs.proc(found.proc).map_or("", |proc| &proc.shown);
        let what = format!("a sequence of {shown}: {}", found.sequence.condition);
        let verdict = GoalVerdict::uncovered();
        out.missing.push(Missing::of_path(what, verdict));
    }
    if !hunted.search.complete {
        out.goals += 1;
        let what = "sequences that were not found".to_string();
        let reason = hunted.reasons.first().cloned().unwrap_or_default();
        let verdict = GoalVerdict::new(Status::Unknown, reason);
        out.missing.push(Missing::of_path(what, verdict));
    }
    out.count();
    out
}

/// Tests whose sequence another one has already.
fn repeated(measured: &[Measured]) -> Vec<String> {
    let mut seen: BTreeSet<&[Label]> = BTreeSet::new();
    let again = measured.iter().filter(|test| !seen.insert(test.sequence.as_slice()));
    again.map(|test| test.name.clone()).collect()
}

/// The goals of a criterion with the tests that meet them, and with what is known of the others.
pub(super) fn coverage(
    engine: &ModedEngine<'_>,
    name: String,
    goals: &[ModedGoal],
    measured: &[Measured],
    hunted: &Hunt,
) -> Coverage {
    let procs = &engine.subject.program.procs;
    let mut out = Coverage::of(name, goals.len());
    for (number, goal) in goals.iter().enumerate() {
        let (line, column) = place(engine.files, goal.at);
        let shown = procs.proc(goal.proc).map_or("", |proc| &proc.shown);
        let what = goal.what(shown, &text_at(engine.files, goal.at));
        let unit = shown.to_string();
        let by = measured.iter().filter(|test| is_seen(procs, &test.counts, goal));
        let by: Vec<String> = by.map(|test| test.name.clone()).collect();
        if by.is_empty() {
            let can_be = hunted.found.iter().any(|found| is_seen(procs, &found.counts, goal));
            let verdict = if can_be { GoalVerdict::uncovered() } else { hunted.unmet(goal) };
            out.infeasible += u64::from(verdict.status == Status::Infeasible);
            let implied = goal.saying == Saying::Done;
            out.missing.push(Missing { number: Some(number), line, column, unit, what, verdict, implied });
        } else {
            out.covered += 1;
            out.met.push(CoveredGoal { number, line, column, unit, what, by });
        }
    }
    out.count();
    out
}

/// Tests that the others make needless, all of them together.
fn redundant(procs: &Procs, goals: &[ModedGoal], measured: &[Measured]) -> Vec<String> {
    let mut count: BTreeMap<usize, usize> = BTreeMap::new();
    let mut shown: Vec<BTreeSet<usize>> = Vec::new();
    for test in measured {
        let seen = goals.iter().enumerate().filter(|(_, goal)| is_seen(procs, &test.counts, goal));
        let own: BTreeSet<usize> = seen.map(|(number, _)| number).collect();
        for number in &own {
            *count.entry(*number).or_default() += 1;
        }
        shown.push(own);
    }
    let mut found = Vec::new();
    // The last ones first: a suite grows at its end.
    for (test, own) in measured.iter().zip(&shown).rev() {
        if own.iter().all(|number| count.get(number).is_some_and(|count| *count > 1)) {
            for number in own {
                count.entry(*number).and_modify(|count| *count -= 1);
            }
            found.push(test.name.clone());
        }
    }
    found.reverse();
    found
}

fn total(measured: &[Measured], labels: usize) -> Counts {
    let mut all = Counts { reached: vec![0; labels], failed: vec![0; labels], succeeded: vec![0; labels] };
    let add = |to: &mut Vec<u64>, from: &[u64]| {
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
    };
    for test in measured {
        add(&mut all.reached, &test.counts.reached);
        add(&mut all.failed, &test.counts.failed);
        add(&mut all.succeeded, &test.counts.succeeded);
    }
    all
}

/// Which outcomes an atom has in the graph: success, failure.
fn outcomes(procs: &Procs, of: &[ProcId]) -> BTreeMap<Label, (bool, bool)> {
    let mut found: BTreeMap<Label, (bool, bool)> = BTreeMap::new();
    for arc in arcs(procs, of) {
        let (Node::Label(from), ArcKind::Regular(_)) = (arc.from, arc.kind) else { continue };
        let Some(point) = procs.points.get(from as usize) else { continue };
        let Some(block) = procs.block(point.block) else { continue };
        let Some(goal) = block.goals.get(point.goal as usize) else { continue };
        let enters = match &goal.kind {
            GoalKind::Call(callee, _) => procs.body(*callee).is_some_and(|body| {
                procs.proc(*callee).is_some_and(|proc| proc.own) && arc.to == Node::Label(body.first())
            }),
            kind => !is_atom(kind),
        };
        let entry = found.entry(from).or_default();
        if enters {
            continue;
        }
        if arc.to == Node::Label(block.after(point.goal as usize)) {
            entry.0 = true;
        } else {
            entry.1 = true;
        }
    }
    found
}

fn at(row: &[u64], label: Label) -> u64 {
    row.get(label as usize).copied().unwrap_or(0)
}

/// One procedure, label by label.
fn procedure(engine: &ModedEngine<'_>, id: ProcId, counts: &Counts) -> Option<ProcedureCoverage> {
    let procs = &engine.subject.program.procs;
    let proc = procs.proc(id)?;
    let outcomes = outcomes(procs, &[id]);
    let mut points = Vec::new();
    for label in procs.labels(id) {
        let Some(goal) = procs.goal(label) else { continue };
        let (succeeds, fails) = outcomes.get(&label).copied().unwrap_or_default();
        let reached = counts.of(label);
        let (succeeded, failed) = (at(&counts.succeeded, label), at(&counts.failed, label));
        let (kind, whole) = match &goal.kind {
            GoalKind::Disj(arms) => ("disjunction", arms.iter().all(|arm| counts.of(first(procs, *arm)) > 0)),
            GoalKind::Switch(_, arms) => {
                ("switch", arms.iter().all(|(arm, _)| counts.of(first(procs, *arm)) > 0))
            }
            GoalKind::Not(_) => ("negation", true),
            GoalKind::If(..) => ("if-then-else", true),
            GoalKind::Commit(_) => ("commit", true),
            _ => ("atom", (!succeeds || succeeded > 0) && (!fails || failed > 0)),
        };
        let colour = match (reached, whole) {
            (0, _) => Colour::Red,
            (_, true) => Colour::Green,
            (_, false) => Colour::Yellow,
        };
        let (line, column) = place(engine.files, goal.at);
        points.push(PointCoverage {
            label,
            kind,
            text: text_at(engine.files, goal.at),
            span: goal.at,
            line,
            column,
            reached,
            succeeded,
            failed,
            colour,
        });
    }
    let (line, _) = place(engine.files, proc.at);
    let called = procs.body(id).map_or(0, |body| counts.of(body.first()));
    let exits = procs.body(id).map_or(0, |body| counts.of(body.end));
    let name = proc.shown.clone();
    let determinism = proc.determinism.word();
    Some(ProcedureCoverage { name, determinism, line, called, exits, points })
}

fn first(procs: &Procs, block: logic::moded::BlockId) -> Label {
    procs.block(block).map_or(0, logic::moded::Block::first)
}

/// The atoms of the program with the number of tests that execute them, in whatever mode. What is missing in one mode of
/// a predicate makes its atom incomplete, so that nothing is hidden.
fn lines(engine: &ModedEngine<'_>, of: &[ProcId], measured: &[Measured]) -> Vec<Line> {
    let procs = &engine.subject.program.procs;
    let outcomes = outcomes(procs, of);
    let by = |row: fn(&Counts) -> &Vec<u64>, label: Label| -> Vec<u32> {
        measured.iter().filter(|test| at(row(&test.counts), label) > 0).map(|test| test.place).collect()
    };
    let tests = |row: fn(&Counts) -> &Vec<u64>, label: Label| by(row, label).len() as u64;
    let mut found: BTreeMap<(FileId, u32, u32), Line> = BTreeMap::new();
    for id in of {
        for label in procs.labels(*id) {
            let Some(goal) = procs.goal(label).filter(|goal| is_atom(&goal.kind)) else { continue };
            if goal.at.start >= goal.at.end {
                continue;
            }
            let (line, _) = place(engine.files, goal.at);
            let reached = by(|counts| &counts.reached, label);
            let outcomes = match outcomes.get(&label) {
                Some((true, true)) => {
                    Some((tests(|counts| &counts.succeeded, label), tests(|counts| &counts.failed, label)))
                }
                _ => None,
            };
            let new = Line {
                span: goal.at,
                line,
                count: reached.len() as u64,
                outcomes,
                partial: false,
                unit: procs.proc(*id).map_or_else(String::new, |proc| proc.shown.clone()),
                tests: reached,
            };
            let key = (goal.at.file, goal.at.start, goal.at.end);
            match found.get_mut(&key) {
                None => {
                    found.insert(key, new);
                }
                Some(known) => merge(known, &new),
            }
        }
    }
    found.into_values().collect()
}

/// Adds what is known of an atom in another mode.
fn merge(known: &mut Line, other: &Line) {
    let whole = |line: &Line| line.count > 0 && !matches!(line.outcomes, Some((0, _) | (_, 0)));
    known.partial |= whole(known) != whole(other);
    known.count = known.count.max(other.count);
    known.tests.extend(&other.tests);
    known.tests.sort_unstable();
    known.tests.dedup();
    known.outcomes = match (known.outcomes, other.outcomes) {
        (Some((a, b)), Some((c, d))) => Some((a.max(c), b.max(d))),
        (one, other) => one.or(other),
    };
}
