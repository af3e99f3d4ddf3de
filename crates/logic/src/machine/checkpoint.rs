//! States of a run that it can be taken back to.
//!
//! A search runs a goal many times, each time with another branch of one decision of its guide. The steps before that
//! decision are the same, so a run need not start anew: the guide says at which steps the state is worth keeping
//! ([`Guide::should_checkpoint`]), and [`Machine::go_back`] restores one of those states.
//!
//! States are a stack, since later ones go on from earlier ones; what is dropped is used again for its memory.

use super::cells::{Addr, Cells};
use super::guide::Guide;
use super::moded::Moment;
use super::{Chain, Choice, Machine};
use crate::ids::GoalId;
use source::Span;

/// The state of a run before a step.
#[derive(Default)]
pub(super) struct Checkpoint {
    /// What comes next.
    next: u32,
    cells: Cells,
    chains: Vec<Chain>,
    choices: Vec<Choice>,
    left: Vec<u32>,
    numbers: u32,
    steps: u64,
    at: Option<GoalId>,
    span: Option<Span>,
    cyclic: bool,
    pending: Option<Addr>,
    deepest: u32,
    spun: u32,
    asked: u64,
    caught: bool,
    /// Events are only ever added, so their number is enough.
    trace: usize,
    moded: Moment,
}

/// States that were kept, the latest last.
#[derive(Default)]
pub(super) struct Kept {
    /// The states; those from `count` on are spare.
    states: Vec<Checkpoint>,
    count: usize,
}

impl Kept {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }
}

impl<G: Guide> Machine<'_, G> {
    /// Keeps the state before a step.
    pub(super) fn keep(&mut self, next: u32) {
        if self.kept.states.len() == self.kept.count {
            self.kept.states.push(Checkpoint::default());
        }
        let Some(kept) = self.kept.states.get_mut(self.kept.count) else { return };
        self.kept.count += 1;
        kept.next = next;
        kept.cells.copy_from(&self.cells);
        kept.chains.clone_from(&self.chains);
        kept.choices.clone_from(&self.choices);
        kept.left.clone_from(&self.left);
        kept.numbers = self.numbers;
        kept.steps = self.steps;
        kept.at = Some(self.at);
        kept.span = self.span;
        kept.cyclic = self.cyclic;
        kept.pending = self.pending;
        kept.deepest = self.deepest;
        kept.spun = self.spun;
        kept.asked = self.asked;
        kept.caught = self.caught;
        kept.trace = self.trace.len();
        self.moded.keep(&mut kept.moded);
    }

    /// How much a state takes, in cells and the like.
    pub(super) fn weight(&self) -> usize {
        self.cells.len()
            + self.moded.frames.len()
            + self.chains.len()
            + self.choices.len()
            + self.cells.trail_len()
    }

    /// Goes back to the state that was kept as the `count`th, and forgets later ones; false if there is none.
    pub fn go_back(&mut self, count: usize) -> bool {
        if count == 0 || count > self.kept.count {
            return false;
        }
        self.kept.count = count;
        let Some(kept) = self.kept.states.get(count - 1) else { return false };
        self.started = None;
        self.resumed = Some(kept.next);
        self.cells.copy_from(&kept.cells);
        self.chains.clone_from(&kept.chains);
        self.choices.clone_from(&kept.choices);
        self.left.clone_from(&kept.left);
        self.numbers = kept.numbers;
        self.steps = kept.steps;
        self.at = kept.at.unwrap_or(self.at);
        self.span = kept.span;
        self.cyclic = kept.cyclic;
        self.pending = kept.pending;
        self.deepest = kept.deepest;
        self.spun = kept.spun;
        self.asked = kept.asked;
        self.caught = kept.caught;
        self.trace.truncate(kept.trace);
        self.moded.go_back_to(&kept.moded);
        true
    }
}
