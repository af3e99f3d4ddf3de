//! How far a run may go, and how it ends.

use super::trace::Trace;
use super::{ObjectId, State, Value};
use crate::ErrorKind;
use source::Span;

/// How far a run may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions and ends of blocks.
    pub steps: u64,
    /// Calls that have not returned, the first included.
    pub depth: usize,
    /// Fields and elements of objects on the heap.
    pub memory: usize,
    /// Bits of a number.
    pub bits: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1_000_000, depth: 10_000, memory: 1_000_000, bits: 100_000 }
    }
}

/// How a run is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How far it may go.
    pub limits: Limits,
    /// Whether [`super::Event::Point`]s are recorded.
    pub points: bool,
    /// Whether losing memory is an error ([`ErrorKind::Leak`]).
    pub leaks: bool,
    /// Whether [`super::Event::Def`]s and [`super::Event::Use`]s are recorded.
    pub dataflow: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned.
    Ok,
    /// Something went wrong in the program.
    Error {
        /// What.
        kind: ErrorKind,
        /// In words.
        message: String,
        /// Where.
        span: Span,
        /// What is known of the memory there.
        memory: Touched,
    },
    /// It got to an assumption that does not hold, so it says nothing about the program.
    Excluded {
        /// The assumption.
        span: Span,
    },
    /// The outcome is unknown, because the program uses something that is not supported.
    Undetermined {
        /// What.
        why: String,
        /// Where.
        span: Span,
    },
    /// A limit was reached.
    Limit {
        /// Which.
        limit: Limit,
        /// Where.
        span: Span,
    },
}

/// How an error is related to memory; it decides whether a compiled program notices the error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touched {
    /// Nothing that matters.
    #[default]
    Usual,
    /// A pointer outside of this array was followed, at this distance from it in elements; 1 is next to it.
    Outside(ObjectId, u64),
    /// A null pointer was moved, and nothing was read.
    Nothing,
}

/// The limits that a run can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Too many steps: perhaps it never ends.
    Steps,
    /// Too many calls that have not returned.
    Depth,
    /// Too large a heap.
    Memory,
    /// Too large a number.
    Numbers,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The result of the procedure, if it has one and returned.
    pub result: Option<Value>,
    /// The environment of the procedure and the heap, at the end.
    pub state: State,
    /// What happened; empty in a run with another watch.
    pub trace: Trace,
    /// Instructions and ends of blocks that were executed.
    pub steps: u64,
    /// The objects that the program allocated, and where.
    pub made: Vec<(ObjectId, Span)>,
    /// What each answer of the surroundings was asked for, in order.
    pub asked: Vec<String>,
}

/// Why an evaluation or a run stops before its end. It is kept small, since every evaluation hands one up.
#[derive(Clone, Debug)]
pub(super) struct Halt(Box<Outcome>);

impl Halt {
    #[cold]
    pub fn error(kind: ErrorKind, span: Span) -> Halt {
        Outcome::Error { kind, message: kind.message().to_string(), span, memory: Touched::Usual }.into()
    }

    /// The same, with what is known of the memory there.
    #[cold]
    pub fn touched(kind: ErrorKind, memory: Touched, span: Span) -> Halt {
        Outcome::Error { kind, message: kind.message().to_string(), span, memory }.into()
    }

    /// What went wrong on the way to a pointer that is followed at once: memory would have been read.
    #[cold]
    pub fn followed(mut self) -> Halt {
        if let Outcome::Error { memory: memory @ Touched::Nothing, .. } = &mut *self.0 {
            *memory = Touched::Usual;
        }
        self
    }

    /// A pointer that has left its array was followed, at this position.
    #[cold]
    pub fn left(array: ObjectId, at: i64, length: usize, span: Span) -> Halt {
        let behind = u64::try_from(at).ok().map(|at| at.saturating_sub(length as u64) + 1);
        let away = behind.unwrap_or(at.unsigned_abs());
        Halt::touched(ErrorKind::IndexOutOfRange, Touched::Outside(array, away), span)
    }

    #[cold]
    pub fn excluded(span: Span) -> Halt {
        Outcome::Excluded { span }.into()
    }

    #[cold]
    pub fn undetermined(why: impl Into<String>, span: Span) -> Halt {
        Outcome::Undetermined { why: why.into(), span }.into()
    }

    #[cold]
    pub fn limit(limit: Limit, span: Span) -> Halt {
        Outcome::Limit { limit, span }.into()
    }
}

impl From<Outcome> for Halt {
    fn from(outcome: Outcome) -> Halt {
        Halt(Box::new(outcome))
    }
}

impl From<Halt> for Outcome {
    fn from(halt: Halt) -> Outcome {
        *halt.0
    }
}
