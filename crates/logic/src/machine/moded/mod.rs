//! Running procedures whose modes are known.
//!
//! A procedure has a *frame*: a row of cells, one for each slot. An input is copied into it; an output is a reference to the
//! slot of the caller. Since a slot is filled once on each path, and before it is read, nothing has to be undone when
//! the run goes back: the next path fills it again. Terms hold values, never references to frames, so a frame can be
//! dropped as soon as its last goal is called (last-call optimisation).
//!
//! What comes next is a chain of work, what may be tried instead is a stack of choices, as for clauses.
//!
//! * Plain runs jump to the arm of a switch.
//! * *Measured* runs count how often each label is reached, and jump too. [`counts`] adds what the arms that were not
//!   tried would have counted (section 4.4.2 of the thesis).
//! * *Traced* runs try every arm and write down the trace of each solution and failure: the semantics of figure 2.4.

mod call;
mod choices;
mod code;
pub mod counts;
mod entry;
mod run;
mod switch_log;
mod symbolic;
mod traces;
mod values;

pub use traces::{End, Trace};
pub use values::{compare_values, equal_values};

use super::cells::Cell;
use crate::moded::{Label, World};
pub(crate) use choices::Arms;
pub(crate) use code::Code;
use std::rc::Rc;

/// What a run of procedures writes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watching {
    /// Nothing.
    #[default]
    Nothing,
    /// How often each label is reached.
    Counts,
    /// The trace of each solution and failure.
    Traces,
    /// All labels, solutions and failures in their order: the traces, each without what it shares with the one before.
    Sequence,
}

impl Watching {
    /// Whether the arms of switches are tried one after the other, as figure 2.4 does.
    pub(crate) fn tries(self) -> bool {
        matches!(self, Watching::Traces | Watching::Sequence)
    }
}

/// In a sequence: a solution. No program has enough labels to reach this number.
pub const SUCCEEDED: Label = Label::MAX;
/// In a sequence: a failure.
pub const FAILED: Label = Label::MAX - 1;
/// In a sequence: an exception.
pub const THROWN: Label = Label::MAX - 2;
/// In a sequence: what comes before was asked of the inputs, and the procedure that the run is about starts here. It is the
/// label of the call.
pub const ENTERED: Label = Label::MAX - 3;

/// The state of a run of procedures.
#[derive(Default)]
pub(crate) struct Moded {
    pub code: Rc<Code>,
    pub frames: Vec<Cell>,
    /// The arguments of the next call.
    pub args: Vec<Cell>,
    pub outputs: Vec<Cell>,
    /// Whether the bound on open calls of a library ended the run.
    pub library_cut: bool,
    pub watching: Watching,
    pub world: World,
    /// How often each label was reached.
    pub reached: Vec<u64>,
    /// How often a goal with several solutions had no further one, by the label before it.
    pub exhausted: Vec<u64>,
    /// How often a goal was left without success or failure, by an exception or a bound.
    pub abandoned: Vec<u64>,
    /// The trace up to here.
    pub path: Vec<Label>,
    /// How long it is, where only the sequence is written down.
    pub length: usize,
    /// The sequence.
    pub sequence: Vec<Label>,
    /// All labels in the order in which they were reached.
    pub log: Vec<Label>,
    /// What was found so far, in a traced run.
    pub traces: Vec<Trace>,
    /// How many labels they have.
    pub stored: usize,
    /// Whether the last thing that happened was a solution.
    pub answered: bool,
    /// The goal that is being done, and what comes after it.
    pub block: u32,
    pub goal: u32,
    pub after: u32,
    /// Labels that the log of a switch writes down.
    pub in_switch: Vec<bool>,
    /// The procedure that the run is about.
    pub proc: u32,
}

/// What a run of procedures can be taken back to.
#[derive(Default)]
pub(crate) struct Moment {
    frames: Vec<Cell>,
    length: usize,
    /// A sequence only ever grows, so its length is enough.
    sequence: usize,
    answered: bool,
    at: (u32, u32, u32),
}

impl Moded {
    /// Keeps what the next steps change.
    pub(crate) fn keep(&self, moment: &mut Moment) {
        moment.frames.clone_from(&self.frames);
        moment.length = self.length;
        moment.sequence = self.sequence.len();
        moment.answered = self.answered;
        moment.at = (self.block, self.goal, self.after);
    }

    /// Goes back to what was kept.
    pub(crate) fn go_back_to(&mut self, moment: &Moment) {
        self.frames.clone_from(&moment.frames);
        self.length = moment.length;
        self.sequence.truncate(moment.sequence);
        self.answered = moment.answered;
        self.library_cut = false;
        (self.block, self.goal, self.after) = moment.at;
    }
}
