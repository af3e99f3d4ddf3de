//! Paths: the sequences of outcomes of the decisions.

use imperative::machine::Event;
use imperative::{DecisionId, DecisionKind, ProcId, Program};

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

/// The numbers of decisions for people, by procedure and decision: those that people wrote are counted from 1, procedure
/// by procedure, the statements outside of procedures last.
fn decision_numbers(program: &Program) -> Vec<Vec<usize>> {
    let mut before = 0;
    let numbered = |p: &imperative::Proc| {
        let mut numbers = Vec::with_capacity(p.decisions.len());
        for d in &p.decisions {
            numbers.push(before + 1);
            before += usize::from(d.kind != DecisionKind::ShortCircuit);
        }
        numbers
    };
    program.procs.iter().map(numbered).collect()
}

/// A path as text: `1T2F`, or `-` where nothing is decided.
pub fn path_text(program: &Program, path: &[Step]) -> String {
    let mut out = String::new();
    let numbers = decision_numbers(program);
    for s in path {
        let n = numbers.get(s.proc.index()).and_then(|p| p.get(s.decision.index())).copied().unwrap_or(0);
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
                out.extend(instr.kind.callee().filter(|proc| !out.contains(proc)));
            }
        }
    }
    out
}
