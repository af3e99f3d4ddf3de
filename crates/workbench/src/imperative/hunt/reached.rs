//! What the runs of a hunt came through, and where they ended.

use imperative::{BlockId, ProcId};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A block of a procedure.
type Place = (ProcId, BlockId);

/// The blocks that runs left, and those in which they ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    passed: BTreeSet<Place>,
    ended: BTreeMap<Place, BTreeSet<Span>>,
}

impl Reached {
    /// Runs came through these blocks to their end, or left them because of an error that was caught.
    pub(super) fn passes(&mut self, blocks: impl Iterator<Item = Place>) {
        self.passed.extend(blocks);
    }

    /// A run ended in an error; these are the blocks of the calls that were open.
    pub(super) fn ends(&mut self, open: impl Iterator<Item = Place>, error: Span) {
        for place in open {
            self.ended.entry(place).or_default().insert(error);
        }
    }

    /// What another hunt saw.
    pub(super) fn add(&mut self, other: Reached) {
        self.passed.extend(other.passed);
        for (place, errors) in other.ended {
            self.ended.entry(place).or_default().extend(errors);
        }
    }

    /// True if some run ended in an error.
    pub(super) fn has_errors(&self) -> bool {
        !self.ended.is_empty()
    }

    /// True if some run went on from a block.
    pub(super) fn is_passed(&self, place: Place) -> bool {
        self.passed.contains(&place)
    }

    /// The errors in which runs ended in a block, or in what it called.
    pub(super) fn errors_in(&self, place: Place) -> impl Iterator<Item = Span> + '_ {
        self.ended.get(&place).into_iter().flatten().copied()
    }
}
