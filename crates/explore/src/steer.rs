//! Steering to the nearest goal: of all waiting states, the one from which an outcome that no path has
//! taken yet is fewest blocks away.

use crate::path::Path;
use imperative::{BlockId, DecisionId, ProcId, Program, TerminatorKind};
use std::collections::{BTreeSet, VecDeque};

/// The outcomes that some path has taken.
pub type Taken = BTreeSet<(ProcId, DecisionId, bool)>;

/// How far a caller's goals count as being behind those of the procedure itself.
const RETURN: usize = 1_000;

/// How many blocks lie between a state and the nearest outcome that has not been taken; larger than any path if there
/// is none.
pub fn distance(program: &Program, taken: &Taken, path: &Path) -> usize {
    for (up, frame) in path.frames.iter().rev().enumerate() {
        if let Some(d) = within(program, taken, frame.proc, frame.block) {
            return up * RETURN + d;
        }
    }
    usize::MAX
}

fn within(program: &Program, taken: &Taken, id: ProcId, from: BlockId) -> Option<usize> {
    let proc = program.proc(id)?;
    let mut seen = vec![false; proc.blocks.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((b, d)) = queue.pop_front() {
        if std::mem::replace(seen.get_mut(b.index())?, true) {
            continue;
        }
        match proc.block(b).map(|b| &b.terminator.kind) {
            Some(TerminatorKind::Goto(next)) => queue.push_back((*next, d + 1)),
            Some(TerminatorKind::Branch { decision, then, otherwise }) => {
                if [true, false].iter().any(|o| !taken.contains(&(id, *decision, *o))) {
                    return Some(d);
                }
                queue.push_back((*then, d + 1));
                queue.push_back((*otherwise, d + 1));
            }
            _ => {}
        }
        queue.extend(proc.catches_around(b).into_iter().map(|c| (c.to, d + 1)));
    }
    None
}
