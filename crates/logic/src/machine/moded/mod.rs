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
}

/// The state of a run of procedures.
#[derive(Default)]
pub(crate) struct Moded {
    pub code: Rc<Code>,
    pub frames: Vec<Cell>,
    /// The arguments of the next call.
    pub args: Vec<Cell>,
    pub outputs: Vec<Cell>,
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
