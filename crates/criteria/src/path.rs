//! Paths: the sequences of outcomes of the decisions.

use imperative::machine::Event;
use imperative::{DecisionId, DecisionKind, InstrKind, ProcId, Program};

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

/// The number of a decision for people: those that people wrote are counted from 1, procedure by procedure, the
/// statements outside of procedures last.
pub fn decision_number(program: &Program, proc: ProcId, decision: DecisionId) -> usize {
    let written = |p: &imperative::Proc, n: usize| {
        p.decisions.iter().take(n).filter(|d| d.kind != DecisionKind::ShortCircuit).count()
    };
    let before: usize = program.procs.iter().take(proc.index()).map(|p| written(p, usize::MAX)).sum();
    before + program.proc(proc).map_or(0, |p| written(p, decision.index())) + 1
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
    while let Some(id) = out.get(next).copied() {
        let Some(proc) = program.proc(id) else { break };
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
