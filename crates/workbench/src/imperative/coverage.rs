//! The goals of imperative programs, with what is known of them.

use super::hunt::{Aim, HuntResult, Reason, Shown, Status as Found};
use crate::coverage::{Coverage, CoveredGoal, Missing};
use criteria::{Goal, Seen, Status, Target, Verdict, Witness, all_witnesses};
use imperative::{ProcId, Program};
use source::{Files, Span};
use std::collections::BTreeSet;

/// Of the goals of an aim none is known yet.
pub(crate) fn of_aim(aim: &Aim) -> Coverage {
    let none = Coverage::of(aim.criterion.name(), aim.goals.len());
    Coverage { truncated: aim.truncated, ..none }
}

/// The goals of an aim with what the runs of some tests show, and with what is known of the others; for each goal, the
/// ways to meet it.
pub(crate) fn goals_of(
    files: &Files,
    program: &Program,
    aim: &Aim,
    status: &[Found],
    seen: &[&Seen],
    name: &dyn Fn(usize) -> Option<String>,
    out: &mut Coverage,
) -> Vec<Vec<Witness>> {
    let ways = all_witnesses(&aim.goals, seen);
    for (number, ((goal, status), found)) in aim.goals.iter().zip(status).zip(&ways).enumerate() {
        let (line, column) = place(files, goal.span);
        let unit = program.proc(goal.proc).map_or_else(String::new, |proc| proc.name.clone());
        let mut what = describe(files, program, goal);
        if goal.span.file != program.span.file
            && let Some(file) = files.get(goal.span.file)
        {
            let name = file.name();
            what = format!("{what} (in {})", name.rsplit(['/', '\\']).next().unwrap_or(name));
        }
        if let Some(first) = found.first() {
            let by = match first {
                Witness::One(_) => found
                    .iter()
                    .filter_map(|w| match w {
                        Witness::One(i) => name(*i),
                        Witness::Two(..) => None,
                    })
                    .collect(),
                Witness::Two(i, j) => [*i, *j].into_iter().filter_map(name).collect(),
            };
            out.covered += 1;
            out.met.push(CoveredGoal { number, line, column, unit, what, by });
        } else {
            let verdict = settled(files, program, status);
            out.infeasible += u64::from(verdict.status == Status::Infeasible);
            out.missing.push(Missing {
                number: Some(number),
                line,
                column,
                unit,
                what,
                verdict,
                implied: false,
            });
        }
    }
    out.count();
    ways
}

/// The goals of each aim with what a catch knows of them, and the tests of a suite that meet them.
pub(crate) fn of_catch(
    files: &Files,
    program: &Program,
    aims: &[Aim],
    caught: &HuntResult,
    tests: &[(String, &Seen)],
) -> Vec<Coverage> {
    let seen: Vec<&Seen> = tests.iter().map(|(_, seen)| *seen).collect();
    let name = |i: usize| tests.get(i).map(|(name, _)| name.clone());
    aims.iter()
        .zip(&caught.status)
        .map(|(aim, status)| {
            let mut out = of_aim(aim);
            goals_of(files, program, aim, status, &seen, &name, &mut out);
            out
        })
        .collect()
}

/// A goal in words.
fn describe(files: &Files, program: &Program, goal: &Goal) -> String {
    let what = goal.describe_in(program, files);
    match goal.to.filter(|_| !matches!(goal.what, Target::Definition { .. })) {
        Some(to) => format!("{what} (line {})", place(files, to).0),
        None => what,
    }
}

fn place(files: &Files, span: Span) -> (usize, usize) {
    files.place(span).map_or((0, 0), |(_, p)| (p.line, p.column))
}

/// That every run before a goal ends in one of some errors.
fn behind(files: &Files, errors: &[Span]) -> String {
    let lines: BTreeSet<usize> = errors.iter().map(|span| place(files, *span).0).collect();
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    match &numbers[..] {
        [line] => format!("every run before it ends in the error at line {line}"),
        lines => format!("every run before it ends in an error, at lines {}", lines.join(", ")),
    }
}

/// What is known of a goal that tests do not meet, with the reason in words.
fn settled(files: &Files, program: &Program, status: &Found) -> Verdict {
    let at = |proc: ProcId, span: Span| {
        let name = program.proc(proc).map_or("", |p| p.name.as_str());
        format!("line {}, in `{name}`", place(files, span).0)
    };
    match status {
        Found::Covered => Verdict::uncovered(),
        Found::Infeasible(shown) => {
            let why = match shown {
                Shown::Graph => "nothing leads to it".to_string(),
                Shown::Search => "every run was searched".to_string(),
                Shown::Behind(errors) => behind(files, errors),
                Shown::Anywhere => "its condition contradicts what holds there in any state".to_string(),
            };
            Verdict::new(Status::Infeasible, why)
        }
        Found::OutOfBounds(bound) => {
            Verdict::new(Status::OutOfBounds, format!("{bound} cuts off what may lead to it"))
        }
        Found::Unknown(reason) => {
            let assumed = match reason {
                Reason::Assumed(what) => vec![what.to_string()],
                _ => Vec::new(),
            };
            let why = match reason {
                Reason::Lost { reason, proc, span } => format!("{}: {reason}", at(*proc, *span)),
                Reason::Effort => "the effort was used up (--effort)".to_string(),
                Reason::Endless => "runs that come there do not end".to_string(),
                Reason::Assumed(what) => format!("not met as long as {what}"),
                Reason::Limit(stop) => stop.to_string(),
                Reason::NoStart(why) => why.clone(),
                Reason::TooFine => "no search tells enough about it".to_string(),
                Reason::LeftOut => "more tests than --limit allows would be needed".to_string(),
            };
            Verdict { assumed, ..Verdict::new(Status::Unknown, why) }
        }
    }
}
