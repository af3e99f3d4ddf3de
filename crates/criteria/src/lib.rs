//! Adequacy criteria: what is asked of a suite, and what a run covers.
//!
//! A [`Criterion`] gives [`Goal`]s for some procedures; [`covers`] tells whether the trace of a run meets
//! one. The path of a run is the sequence of outcomes of its decisions ([`path_of`]), without those that
//! only spare a call.
//!
//! ```
//! use criteria::Criterion;
//! assert_eq!(Criterion::parse("branch"), Ok(Criterion::Branch));
//! assert!(Criterion::parse("brunch").is_err());
//! ```

use imperative::machine::Event;
use imperative::{DecisionId, DecisionKind, InstrKind, ProcId, Program};
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

/// One outcome of a decision, as a step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The procedure.
    pub proc: ProcId,
    /// The decision.
    pub decision: DecisionId,
    /// How it came out.
    pub outcome: bool,
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

/// The path of a run.
pub fn path_of(program: &Program, trace: &[Event]) -> Vec<Step> {
    let counts = |proc: ProcId, decision: DecisionId| {
        program
            .proc(proc)
            .and_then(|p| p.decision(decision))
            .is_some_and(|d| d.kind != DecisionKind::ShortCircuit)
    };
    trace
        .iter()
        .filter_map(|e| match e {
            Event::Decision { proc, decision, outcome, .. } if counts(*proc, *decision) => {
                Some(Step { proc: *proc, decision: *decision, outcome: *outcome })
            }
            _ => None,
        })
        .collect()
}

/// The number of a decision for people: decisions are counted through the program from 1.
pub fn decision_number(program: &Program, proc: ProcId, decision: DecisionId) -> usize {
    let before: usize = program.procs.iter().take(proc.index()).map(|p| p.decisions.len()).sum();
    before + decision.index() + 1
}

/// A path as text: `1T2F`, or `-` where nothing is decided.
pub fn path_text(program: &Program, path: &[Step]) -> String {
    let mut out = String::new();
    for s in path {
        let n = decision_number(program, s.proc, s.decision);
        out.push_str(&n.to_string());
        out.push(if s.outcome { 'T' } else { 'F' });
    }
    if out.is_empty() { "-".into() } else { out }
}

/// The procedures that a run of this one may enter, itself first.
pub fn reachable(program: &Program, entry: ProcId) -> Vec<ProcId> {
    let mut out = vec![entry];
    let mut next = 0;
    while next < out.len() {
        let Some(proc) = program.proc(out[next]) else { break };
        next += 1;
        for block in &proc.blocks {
            for instr in &block.instrs {
                if let InstrKind::Call { proc, .. } = &instr.kind
                    && !out.contains(proc)
                {
                    out.push(*proc);
                }
            }
        }
    }
    out
}
