//! What may go wrong.

use crate::heap::Lost;
use imperative::ErrorKind;
use source::Span;
use std::collections::BTreeMap;

/// An error that a run may end in, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The error.
    pub kind: ErrorKind,
    /// Where.
    pub span: Span,
    /// Whether the runs of some state all end in it, if there are any of that state.
    pub sure: bool,
}

/// What is written down while statements are done.
#[derive(Clone, Debug, Default)]
pub struct Log {
    alarms: BTreeMap<(Span, ErrorKind), bool>,
    /// Why nothing is known any more.
    pub lost: Option<Lost>,
    /// Where something was done whose errors are not followed: to an array, or to an object that is no cell of a list. The first such
    /// place of the text.
    pub blind: Option<Span>,
    /// Whether cells of the input were lost, which the program may have had to free.
    pub dropped: bool,
}

impl Log {
    /// A run may err here.
    pub fn alarm(&mut self, kind: ErrorKind, span: Span, sure: bool) {
        *self.alarms.entry((span, kind)).or_insert(false) |= sure;
    }

    /// All that another one says as well.
    pub fn extend(&mut self, other: &Log) {
        other.alarms().for_each(|alarm| self.alarm(alarm.kind, alarm.span, alarm.sure));
        other.lost.iter().for_each(|why| self.lose(why.clone()));
        other.blind.into_iter().for_each(|span| self.unseen(span));
        self.dropped |= other.dropped;
    }

    /// Something is done here whose errors are not followed.
    pub fn unseen(&mut self, span: Span) {
        self.blind = Some(self.blind.map_or(span, |known| known.min(span)));
    }

    /// Nothing is known of how it goes on.
    pub fn lose(&mut self, why: Lost) {
        self.lost.get_or_insert(why);
    }

    /// The errors, in the order of the text.
    pub fn alarms(&self) -> impl Iterator<Item = Alarm> + '_ {
        self.alarms.iter().map(|((span, kind), sure)| Alarm { kind: *kind, span: *span, sure: *sure })
    }
}
