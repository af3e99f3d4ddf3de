//! Paths and branches alone, over recorded traces: what there was before [`crate::adequacy`], for those who have
//! not changed over yet.

use crate::Step;
use imperative::machine::Event;
use imperative::{DecisionId, DecisionKind, ProcId, Program};
use source::Span;

/// What is asked of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Criterion {
    /// Every path within the bounds.
    Path,
    /// Both outcomes of every decision.
    Branch,
}

impl Criterion {
    /// Reads a criterion as the command line has it.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    pub fn parse(text: &str) -> Result<Criterion, String> {
        match text {
            "path" => Ok(Criterion::Path),
            "branch" => Ok(Criterion::Branch),
            _ => Err(format!("there is no criterion `{text}`; there are: branch, path")),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Path => "path",
            Criterion::Branch => "branch",
        }
    }
}

/// One thing that a criterion asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The outcome that is to be seen.
    pub step: Step,
    /// The place.
    pub span: Span,
}

/// The goals of a criterion that can be listed beforehand, in the order of the text. (Paths cannot.)
pub fn goals(program: &Program, procs: &[ProcId], criterion: Criterion) -> Vec<Goal> {
    let mut out = Vec::new();
    if criterion == Criterion::Path {
        return out;
    }
    for id in procs {
        let Some(proc) = program.proc(*id) else { continue };
        for (i, d) in proc.decisions.iter().enumerate() {
            if d.kind == DecisionKind::ShortCircuit {
                continue;
            }
            for outcome in [true, false] {
                let step = Step { proc: *id, decision: DecisionId::new(i), outcome };
                out.push(Goal { step, span: d.span });
            }
        }
    }
    out
}

/// Does a run meet a goal?
pub fn covers(goal: &Goal, trace: &[Event]) -> bool {
    trace.iter().any(|e| match e {
        Event::Decision { proc, decision, outcome, .. } => {
            goal.step == Step { proc: *proc, decision: *decision, outcome: *outcome }
        }
        _ => false,
    })
}
