//! What is derived, and what is found.

use super::values::Value;
use crate::walked::{Bounds, Ending};
use logic::machine::Machine;
use logic::machine::cells::Frozen;
use logic::machine::guide::Guide;
use logic::machine::moded::{ENTERED, FAILED, THROWN};
use logic::moded::types::{InputTypes, TypeNumber};
use logic::moded::{Label, ProcId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What is derived, and how far.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The procedure.
    pub proc: ProcId,
    /// The types of its inputs.
    pub types: Rc<InputTypes>,
    /// For each input its type.
    pub inputs: Vec<TypeNumber>,
    /// The names of the inputs, for conditions. An input with an empty name is left out.
    pub names: Vec<String>,
    /// How far. The depth counts calls of the program's procedures; a backtrack is a segment after the first.
    pub bounds: Bounds,
    /// At most this many calls of a library open at once.
    pub library_depth: u32,
    /// At most this many times each label is reached.
    pub visits: Option<usize>,
    /// At most this many solutions are asked for.
    pub solutions: Option<usize>,
}

/// A sequence, with inputs that take it.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Labels, solutions and failures in their order.
    pub labels: Vec<Label>,
    /// The sequence condition in paper notation.
    pub condition: String,
    /// The inputs.
    pub inputs: Vec<Value>,
    /// The same as text.
    pub texts: Vec<String>,
    /// The solutions in their order: the texts of the outputs.
    pub solutions: Vec<Vec<String>>,
    /// Whether these are all.
    pub complete: bool,
    /// How the run ends.
    pub ending: Ending,
    /// The deepest nesting of calls.
    pub depth: u32,
}

impl Sequence {
    /// The inputs for a machine of the same program.
    pub fn frozen<G: Guide>(&self, machine: &mut Machine<'_, G>) -> Vec<Frozen> {
        self.inputs.iter().map(|input| input.frozen(machine)).collect()
    }

    /// How many backtracks it has: segments after the first.
    pub fn backtracks(&self) -> usize {
        backtracks(&self.labels)
    }
}

/// How often the label is reached that is reached most often.
pub(crate) fn visits(labels: &[Label]) -> usize {
    let mut counts: FxHashMap<Label, usize> = FxHashMap::default();
    let mut most = 0;
    for label in own(labels).iter().filter(|label| **label < THROWN) {
        let count = counts.entry(*label).or_default();
        *count += 1;
        most = most.max(*count);
    }
    most
}

/// How many segments a sequence has after the first.
pub(crate) fn backtracks(labels: &[Label]) -> usize {
    own(labels).iter().filter(|label| **label >= FAILED - 1).count().saturating_sub(1)
}

/// A sequence without what was asked of the inputs before.
fn own(labels: &[Label]) -> &[Label] {
    let start = labels.iter().rposition(|label| *label == ENTERED).map_or(0, |at| at + 1);
    labels.get(start..).unwrap_or_default()
}
