//! How far criteria are met, goal by goal: what `generate`, `complete` and `cover` all tell.

use crate::hunt::{Aim, Catch, Reason, Shown, Status};
use criteria::{Goal, Seen, Target, Witness, all_witnesses};
use imperative::{ProcId, Program};
use source::{Files, Span};

/// A goal that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its number among the goals of the criterion; paths have none.
    pub number: Option<usize>,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is to be seen, in words.
    pub what: String,
    /// What is known of it.
    pub status: MissingStatus,
    /// Why, in words; empty where nothing more is to be said.
    pub reason: String,
}

/// What is known of a goal that is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingStatus {
    /// There is an input that meets it, and the suite lacks it.
    Uncovered,
    /// No input meets it.
    Infeasible,
    /// A bound cut off what might lead to it.
    OutOfBounds,
    /// Neither a test nor a proof was found.
    Unknown,
}

/// A goal with the tests that meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredGoal {
    /// Its number among the goals of the criterion.
    pub number: usize,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is to be seen, in words.
    pub what: String,
    /// The names of the tests; two for a pair that meets it together.
    pub by: Vec<String>,
}

/// How far a criterion is met.
#[derive(Clone, Debug, PartialEq)]
pub struct Coverage {
    /// The criterion.
    pub name: String,
    /// Its goals.
    pub goals: u64,
    /// Goals that the suite meets.
    pub covered: u64,
    /// Goals that no input meets.
    pub infeasible: u64,
    /// Of the goals that are not shown infeasible, how many in a hundred are met.
    pub percent: f64,
    /// The goals that are met.
    pub met: Vec<CoveredGoal>,
    /// The others.
    pub missing: Vec<Missing>,
    /// Are there more goals than could be listed?
    pub truncated: bool,
}

impl Coverage {
    /// Of so many goals none is known yet.
    pub(crate) fn of(aim: &Aim) -> Coverage {
        Coverage {
            name: aim.criterion.name(),
            goals: aim.goals.len() as u64,
            covered: 0,
            infeasible: 0,
            percent: 100.0,
            met: Vec::new(),
            missing: Vec::new(),
            truncated: aim.truncated,
        }
    }

    /// Counts anew how many in a hundred are met.
    pub(crate) fn count(&mut self) {
        let feasible = self.goals - self.infeasible;
        self.percent = if feasible == 0 { 100.0 } else { 100.0 * self.covered as f64 / feasible as f64 };
    }
}

/// The goals of an aim with what the runs of some tests show, and with what is known of the others; for each goal, the
/// ways to meet it.
pub(crate) fn goals_of(
    files: &Files,
    program: &Program,
    aim: &Aim,
    status: &[Status],
    seen: &[Seen],
    name: &dyn Fn(usize) -> Option<String>,
    out: &mut Coverage,
) -> Vec<Vec<Witness>> {
    let ways = all_witnesses(&aim.goals, seen);
    for (number, ((goal, status), found)) in aim.goals.iter().zip(status).zip(&ways).enumerate() {
        let (line, column) = place(files, goal.span);
        let what = describe(files, program, goal);
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
            out.met.push(CoveredGoal { number, line, column, what, by });
        } else {
            let (status, reason) = settled(files, program, status);
            out.infeasible += u64::from(status == MissingStatus::Infeasible);
            out.missing.push(Missing { number: Some(number), line, column, what, status, reason });
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
    caught: &Catch,
    tests: &[(String, &Seen)],
) -> Vec<Coverage> {
    let seen: Vec<Seen> = tests.iter().map(|(_, seen)| (*seen).clone()).collect();
    let name = |i: usize| tests.get(i).map(|(name, _)| name.clone());
    aims.iter()
        .zip(&caught.status)
        .map(|(aim, status)| {
            let mut out = Coverage::of(aim);
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

/// What is known of a goal that tests do not meet, with the reason in words.
fn settled(files: &Files, program: &Program, status: &Status) -> (MissingStatus, String) {
    let at = |proc: ProcId, span: Span| {
        let name = program.proc(proc).map_or("", |p| p.name.as_str());
        format!("line {}, in `{name}`", place(files, span).0)
    };
    match status {
        Status::Covered => (MissingStatus::Uncovered, String::new()),
        Status::Infeasible(shown) => {
            let why = match shown {
                Shown::Graph => "nothing leads to it".to_string(),
                Shown::Search => "every run was searched".to_string(),
                Shown::Behind(span) => {
                    format!("every run before it ends in the error at line {}", place(files, *span).0)
                }
                Shown::Anywhere => "its condition contradicts what holds there in any state".to_string(),
            };
            (MissingStatus::Infeasible, why)
        }
        Status::OutOfBounds(bound) => {
            (MissingStatus::OutOfBounds, format!("{bound} cuts off what may lead to it"))
        }
        Status::Unknown(reason) => {
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
            (MissingStatus::Unknown, why)
        }
    }
}
