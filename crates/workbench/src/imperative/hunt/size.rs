//! How large a test is: what a person has to look at.

use super::Candidate;
use explore::{End, Found};
use imperative::machine::Object;

/// The size of a test, smaller ones first: what ends well before what ends in an error, then the cells and elements of the input, then
/// the length of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Size {
    error: bool,
    cells: usize,
    decisions: usize,
}

impl Size {
    /// The size of the test that a path gives.
    pub fn of(found: &Found) -> Size {
        let cells = found.input.heap.objects.iter().map(|object| match object {
            Object::Cell { .. } => 1,
            Object::Array { values, .. } => 1 + values.len(),
            Object::Gone { .. } => 0,
        });
        Size { error: found.end != End::Ok, cells: cells.sum(), decisions: found.decisions.len() }
    }
}

impl Candidate {
    /// How large it is.
    pub fn size(&self) -> Size {
        Size::of(&self.found)
    }
}
