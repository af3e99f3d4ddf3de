//! The traces of a run: the labels up to each solution and each failure, in the order in which they come (figure 2.4).

use crate::machine::cells::Frozen;
use crate::moded::{Label, NO_LABEL};

/// The traces of a run have no more labels in all.
pub(super) const MOST_LABELS: usize = 5_000_000;

/// How a trace ends.
#[derive(Clone, Debug)]
pub enum End {
    /// In a solution: the values of the outputs.
    Solution(Vec<Frozen>),
    /// In a failure.
    Fail,
    /// In an exception.
    Exception,
}

/// A branch of the tree of a derivation, from its root to a leaf.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The labels.
    pub labels: Vec<Label>,
    /// The leaf.
    pub end: End,
}

impl super::Moded {
    /// A label is reached.
    pub(super) fn reach(&mut self, label: Label) {
        if label == NO_LABEL {
            return;
        }
        if let Some(count) = self.reached.get_mut(label as usize) {
            *count += 1;
        }
        if self.watching == super::Watching::Sequence {
            self.length += 1;
            self.sequence.push(label);
        }
        if self.watching == super::Watching::Traces {
            self.path.push(label);
            if !self.in_switch.get(label as usize).copied().unwrap_or(false) {
                self.log.push(label);
            }
        }
    }

    /// Writes the trace up to here down, unless there are too many already: the run is at its limit then.
    pub(super) fn store(&mut self, end: End) {
        self.stored = self.stored.saturating_add(self.path.len() + 1);
        if self.stored <= MOST_LABELS {
            self.traces.push(Trace { labels: self.path.clone(), end });
        }
    }

    /// How many labels are written down.
    pub(super) fn written(&self) -> usize {
        self.stored.max(self.log.len()).max(self.sequence.len())
    }

    /// The goal behind a label has no further solution.
    pub(in crate::machine) fn exhaust(&mut self, label: Label) {
        if let Some(count) = self.exhausted.get_mut(label as usize) {
            *count += 1;
        }
    }

    /// The trace up to here ends in a failure, unless it ended in a solution.
    pub(in crate::machine) fn fails(&mut self) {
        match self.watching {
            super::Watching::Traces if !self.answered => self.store(End::Fail),
            super::Watching::Sequence if !self.answered => self.sequence.push(super::FAILED),
            _ => {}
        }
        self.answered = false;
    }

    /// The run goes back to arms of a disjunction that was entered when the trace had this length.
    pub(super) fn go_back(&mut self, length: usize, labelled: bool) {
        if !self.watching.tries() {
            return;
        }
        // What a library tries in vain is no failure of the program: the call as a whole fails or does not.
        if labelled || self.path_length() != length || self.answered {
            self.fails();
        }
        self.path.truncate(length);
        self.length = length;
    }

    /// How many labels the trace up to here has.
    pub(in crate::machine) fn path_length(&self) -> usize {
        if self.watching == super::Watching::Sequence { self.length } else { self.path.len() }
    }
}
