//! Questions about the control flow graph.
//!
//! ```
//! use imperative::{Builder, DecisionKind, Expr, graph};
//! let mut files = source::Files::new();
//! let file = files.add("f", "");
//! let span = files.span(file, 0, 0);
//! let mut b = Builder::new("main", span);
//! let (yes, no) = (b.block(), b.block());
//! b.branch(DecisionKind::If, Expr::bool(true, span), yes, no, span);
//! let proc = b.finish();
//! assert_eq!(graph::distances_to(&proc, &[no]), [Some(1), None, Some(0)]);
//! ```

use crate::{BlockId, Proc, ProcId, Program, TerminatorKind};
use std::collections::VecDeque;

/// The blocks that a block can go on to: none, one, or the two sides of a branch with the true one first; then those where an
/// error in it is caught, its own or one of what it calls.
pub fn successors(proc: &Proc, block: BlockId) -> Vec<BlockId> {
    let mut out = ordinary_successors(proc, block);
    for catch in proc.catches_around(block) {
        if !out.contains(&catch.to) {
            out.push(catch.to);
        }
    }
    out
}

/// The blocks that a block can go on to if nothing goes wrong.
pub fn ordinary_successors(proc: &Proc, block: BlockId) -> Vec<BlockId> {
    match proc.block(block).map(|b| &b.terminator.kind) {
        Some(TerminatorKind::Goto(to)) => vec![*to],
        Some(TerminatorKind::Branch { then, otherwise, .. }) => vec![*then, *otherwise],
        Some(TerminatorKind::Return(_) | TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_)) | None => {
            Vec::new()
        }
    }
}

/// For each block, the blocks that can go on to it, in order.
pub fn predecessors(proc: &Proc) -> Vec<Vec<BlockId>> {
    let mut before = vec![Vec::new(); proc.blocks.len()];
    for from in proc.block_ids() {
        for to in successors(proc, from) {
            if let Some(list) = before.get_mut(to.index())
                && list.last() != Some(&from)
            {
                list.push(from);
            }
        }
    }
    before
}

/// For each block, whether there is a way to it from the entry.
pub fn reachable(proc: &Proc) -> Vec<bool> {
    let mut seen = vec![false; proc.blocks.len()];
    let mut waiting = vec![BlockId::ENTRY];
    while let Some(block) = waiting.pop() {
        match seen.get_mut(block.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        waiting.extend(successors(proc, block));
    }
    seen
}

/// For each block, how many edges lie between it and the nearest of the targets; `None` where there is no way.
pub fn distances_to(proc: &Proc, targets: &[BlockId]) -> Vec<Option<u32>> {
    let before = predecessors(proc);
    let mut distance: Vec<Option<u32>> = vec![None; proc.blocks.len()];
    let mut waiting = VecDeque::new();
    for target in targets {
        if let Some(place @ None) = distance.get_mut(target.index()) {
            *place = Some(0);
            waiting.push_back((*target, 0));
        }
    }
    while let Some((block, d)) = waiting.pop_front() {
        for from in before.get(block.index()).into_iter().flatten() {
            if let Some(place @ None) = distance.get_mut(from.index()) {
                *place = Some(d + 1);
                waiting.push_back((*from, d + 1));
            }
        }
    }
    distance
}

/// The procedures that a procedure calls, each once, in order of id.
pub fn callees(proc: &Proc) -> Vec<ProcId> {
    let calls = proc.blocks.iter().flat_map(|b| &b.instrs).filter_map(|i| i.kind.callee());
    let mut found: Vec<ProcId> = calls.collect();
    found.sort();
    found.dedup();
    found
}

/// The procedures that can be running after a procedure was started, itself included, in order of id.
pub fn reachable_procs(program: &Program, from: ProcId) -> Vec<ProcId> {
    let mut seen = vec![false; program.procs.len()];
    let mut waiting = vec![from];
    while let Some(id) = waiting.pop() {
        match seen.get_mut(id.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        if let Some(proc) = program.proc(id) {
            waiting.extend(callees(proc));
        }
    }
    program.proc_ids().filter(|id| seen.get(id.index()).copied().unwrap_or(false)).collect()
}

/// Whether an error of a procedure can be caught somewhere: in itself, or in one that may have called it.
pub fn may_be_caught(program: &Program, proc: ProcId) -> bool {
    let has_handlers = |id: &ProcId| program.proc(*id).is_some_and(|p| !p.handlers.is_empty());
    program.proc_ids().filter(has_handlers).any(|id| reachable_procs(program, id).contains(&proc))
}
