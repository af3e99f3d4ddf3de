//! Goals that lie behind an error: no run reaches them, since every path to them leads through a place where runs end.
//!
//! ```text
//! 3:  int x = 10 / (k - k);        every run ends here
//! 4:  if (x > 3) …                 infeasible: every run before it ends in the error at line 3
//! ```
//!
//! That is said only where a search saw every run that could lead to the goal, and each of them ended in a block before it.
//! An error in which some runs end while others pass explains nothing:
//!
//! ```text
//! 1:  x := 10 / y;                 an error for y = 0 alone
//! 2:  if x * x < 0 then z := 1     infeasible, for another reason
//! ```

use super::places::{block_of, target};
use super::reached::Reached;
use super::verdict::{Shown, Status};
use super::{Aim, HuntResult};
use criteria::Goal;
use explore::Target;
use imperative::{BlockId, Proc, Program, graph};
use source::Span;
use std::collections::BTreeSet;

impl HuntResult {
    /// Says of goals that no run reaches which errors are in the way.
    pub(super) fn explain(&mut self, program: &Program, aims: &[Aim]) {
        for ((aim, status), searched) in aims.iter().zip(&mut self.status).zip(&self.searched) {
            for ((goal, status), searched) in aim.goals.iter().zip(status).zip(searched) {
                if *searched && let Some(errors) = in_the_way(program, goal, &self.reached) {
                    *status = Status::Infeasible(Shown::Behind(errors.into_iter().collect()));
                }
            }
        }
    }
}

/// The errors that end the runs on the paths to a goal in its procedure, if all of these runs end so.
fn in_the_way(program: &Program, goal: &Goal, reached: &Reached) -> Option<BTreeSet<Span>> {
    let to = match target(program, goal)? {
        Target::Block(proc, block) if proc == goal.proc => block,
        Target::Side(proc, d, _) | Target::Atom(proc, d, ..) if proc == goal.proc => {
            block_of(program, proc, d)?
        }
        _ => return None,
    };
    let proc = program.proc(goal.proc)?;
    let before = leading_to(proc, to);
    let mut errors = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![BlockId::ENTRY];
    while let Some(block) = waiting.pop() {
        if !before.contains(&block) || !seen.insert(block) {
            continue;
        }
        if !reached.is_passed((goal.proc, block)) {
            let ends: Vec<Span> = reached.errors_in((goal.proc, block)).collect();
            if ends.is_empty() {
                // No run reached this block, or something other than an error stops the runs.
                return None;
            }
            errors.extend(ends);
        } else if block == to {
            return None;
        } else {
            waiting.extend(graph::successors(proc, block));
        }
    }
    (!errors.is_empty()).then_some(errors)
}

/// The blocks from which a run may reach a block, as far as the graph tells.
fn leading_to(proc: &Proc, to: BlockId) -> BTreeSet<BlockId> {
    let mut into: Vec<Vec<BlockId>> = vec![Vec::new(); proc.blocks.len()];
    for from in proc.block_ids() {
        for next in graph::successors(proc, from) {
            if let Some(list) = into.get_mut(next.index()) {
                list.push(from);
            }
        }
    }
    let mut found = BTreeSet::new();
    let mut waiting = vec![to];
    while let Some(block) = waiting.pop() {
        if found.insert(block) {
            waiting.extend(into.get(block.index()).into_iter().flatten().copied());
        }
    }
    found
}
