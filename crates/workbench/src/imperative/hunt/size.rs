//! How large a test is: what a person has to look at.

use super::Candidate;
use explore::{End, Found};
use imperative::machine::{Object, ObjectId, State, Value};

/// What one more reference to a cell counts as: a person looks twice at cells that are shared.
const SHARED: usize = 3;

/// The size of a test, smaller ones first: what ends well before what ends in an error, then the cells and elements of the input and
/// the references that share them, then the length of the path.
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
        let cells = cells.sum::<usize>() + SHARED * shared(&found.input);
        Size { error: found.end != End::Ok, cells, decisions: found.decisions.len() }
    }
}

/// How many references there are to objects that others refer to already.
fn shared(input: &State) -> usize {
    let mut seen = vec![false; input.heap.objects.len()];
    let in_heap = input.heap.objects.iter().flat_map(Object::values);
    let references = input.env.iter().flatten().chain(in_heap).filter_map(Value::as_ref);
    let is_known = |o: &ObjectId| seen.get_mut(o.index()).is_some_and(|seen| std::mem::replace(seen, true));
    references.filter(is_known).count()
}

impl Candidate {
    /// How large it is.
    pub fn size(&self) -> Size {
        Size::of(&self.found)
    }
}
