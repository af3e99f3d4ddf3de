//! Goals that lie behind an error: no run comes to them, since every way there leads through a place where runs end.
//!
//! ```text
//! 3:  int x = 10 / (k - k);        every run ends here
//! 4:  if (x > 3) …                 infeasible: every run before it ends in the error at line 3
//! ```

use super::places::target;
use super::verdict::{Shown, Status};
use super::{Aim, Catch};
use criteria::{Goal, Target as What};
use explore::{End, Target};
use imperative::{BlockId, DecisionId, Proc, Program, graph};
use source::Span;
use std::collections::BTreeSet;

impl Catch {
    /// Says of goals that no run comes to which error is in the way.
    pub(super) fn explain(&mut self, program: &Program, aims: &[Aim]) {
        let errors = self.errors.iter().map(|(_, found)| &found.end);
        let ends: BTreeSet<Span> = errors
            .chain(self.candidates.iter().map(|c| &c.found.end))
            .filter_map(|end| if let End::Error(_, span) = end { Some(*span) } else { None })
            .collect();
        if ends.is_empty() {
            return;
        }
        for (aim, status) in aims.iter().zip(&mut self.status) {
            for (goal, status) in aim.goals.iter().zip(status) {
                let shown = matches!(status, Status::Infeasible(Shown::Search | Shown::Anywhere));
                if shown
                    && decision(goal).is_none_or(|d| !self.decided.contains(&(goal.proc, d)))
                    && let Some(span) = in_the_way(program, goal, &ends)
                {
                    *status = Status::Infeasible(Shown::Behind(span));
                }
            }
        }
    }
}

fn decision(goal: &Goal) -> Option<DecisionId> {
    match &goal.what {
        What::Outcome { decision, .. }
        | What::Atom { decision, .. }
        | What::Combination { decision, .. }
        | What::Decides { decision, .. } => Some(*decision),
        _ => None,
    }
}

/// The first error that lies on every way to a goal in its procedure, if errors do.
fn in_the_way(program: &Program, goal: &Goal, ends: &BTreeSet<Span>) -> Option<Span> {
    let to = match target(program, goal)? {
        Target::Block(proc, block) if proc == goal.proc => block,
        Target::Side(proc, d, _) | Target::Atom(proc, d, ..) if proc == goal.proc => {
            super::places::block_of(program, proc, d)?
        }
        _ => return None,
    };
    let proc = program.proc(goal.proc)?;
    let closed: Vec<Option<Span>> = proc.block_ids().map(|b| error_in(proc, b, ends)).collect();
    let mut seen = vec![false; proc.blocks.len()];
    let mut waiting = vec![BlockId::ENTRY];
    let mut first = None;
    while let Some(b) = waiting.pop() {
        if std::mem::replace(seen.get_mut(b.index())?, true) {
            continue;
        }
        match closed.get(b.index()).copied().flatten() {
            Some(span) => {
                first = first.into_iter().chain([span]).min_by_key(|s| s.start);
            }
            None if b == to => return None,
            None => waiting.extend(graph::successors(proc, b)),
        }
    }
    first
}

/// An error that ends runs in a block.
fn error_in(proc: &Proc, b: BlockId, ends: &BTreeSet<Span>) -> Option<Span> {
    // Where errors are caught, runs do not end.
    let block = proc.block(b).filter(|b| b.handler.is_none())?;
    let spans = block.instrs.iter().map(|i| i.span).chain([block.terminator.span]);
    let within = |outer: Span| {
        ends.iter()
            .find(move |e| e.file == outer.file && outer.start <= e.start && e.end <= outer.end)
            .copied()
    };
    spans.into_iter().find_map(within)
}
