//! What a run did, in order: the events, and the watch that writes them down.

use super::watch::{At, Atoms, Watch, places};
use super::{Heap, ObjectId};
use crate::{DecisionId, ErrorKind, FieldId, Point, ProcId, VarId};
use source::Span;

/// One thing that happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An instruction or the end of a block was reached. Recorded with [`super::Options::points`].
    Point {
        /// The procedure.
        proc: ProcId,
        /// The place in it.
        point: Point,
    },
    /// A decision was taken. A decision whose condition errs is not.
    Decision {
        /// The procedure.
        proc: ProcId,
        /// The decision.
        decision: DecisionId,
        /// How it came out.
        outcome: bool,
        /// How its atomic conditions came out; `None` for those that were not evaluated.
        atoms: Box<[Option<bool>]>,
    },
    /// A procedure was entered; the first one too.
    Call(ProcId),
    /// A procedure returned.
    Return(ProcId),
    /// A procedure was left because of an error that one below it catches.
    Unwound(ProcId),
    /// An error was caught; the next event is the decision that says where.
    Caught {
        /// What had happened.
        kind: ErrorKind,
        /// The source position to report for it.
        span: Span,
    },
    /// Something was given a value. Recorded with [`super::Options::dataflow`].
    Def {
        /// What was written.
        place: Place,
        /// Where.
        proc: ProcId,
        /// Where in it.
        point: Point,
    },
    /// Something has no value any more, since a call gave none back. Recorded with [`super::Options::dataflow`].
    Emptied(Place),
    /// The value of something was read. Recorded with [`super::Options::dataflow`].
    Use {
        /// What was read.
        place: Place,
        /// Where.
        proc: ProcId,
        /// Where in it.
        point: Point,
    },
}

/// Something that holds a value.
///
/// Inputs have their values before the first event; parameters of a called procedure are defined at the point
/// of the call, fields and elements of new objects at the point of the allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A variable of one activation of a procedure. Activations are counted in the order in which they begin.
    Var {
        /// The activation.
        frame: u32,
        /// The variable.
        var: VarId,
    },
    /// A field of a cell.
    Field(ObjectId, FieldId),
    /// An element of an array.
    Element(ObjectId, u32),
}

/// The events of a run.
pub type Trace = Vec<Event>;

/// Writes the events of a run down; definitions and uses only if it is a `Recorder<true>`.
#[derive(Clone, Debug, Default)]
pub struct Recorder<const DATAFLOW: bool> {
    /// Whether points are recorded.
    pub points: bool,
    /// The events so far.
    pub trace: Trace,
}

impl<const DATAFLOW: bool> Watch for Recorder<DATAFLOW> {
    const ATOMS: bool = true;
    const DATAFLOW: bool = DATAFLOW;

    fn enters(&mut self, proc: ProcId, _: Option<At>) {
        self.trace.push(Event::Call(proc));
    }

    fn returns(&mut self, at: At) {
        self.trace.push(Event::Return(at.proc));
    }

    fn unwinds(&mut self, at: At) {
        self.trace.push(Event::Unwound(at.proc));
    }

    fn caught(&mut self, _: At, kind: ErrorKind, span: Span) {
        self.trace.push(Event::Caught { kind, span });
    }

    fn point(&mut self, at: At) {
        if self.points {
            self.trace.push(Event::Point { proc: at.proc, point: at.point });
        }
    }

    fn decided(&mut self, at: At, decision: DecisionId, outcome: Option<bool>, atoms: &Atoms) {
        if let Some(outcome) = outcome {
            let atoms = atoms.iter().collect();
            self.trace.push(Event::Decision { proc: at.proc, decision, outcome, atoms });
        }
    }

    fn passed(&mut self, place: Place, from: At) {
        self.defined(place, from);
    }

    fn defined(&mut self, place: Place, at: At) {
        self.trace.push(Event::Def { place, proc: at.proc, point: at.point });
    }

    fn emptied(&mut self, place: Place, _: At) {
        self.trace.push(Event::Emptied(place));
    }

    fn made(&mut self, heap: &Heap, object: ObjectId, values: usize, at: At) {
        for place in places(heap, object, values) {
            self.defined(place, at);
        }
    }

    fn used(&mut self, place: Place, at: At) {
        self.trace.push(Event::Use { place, proc: at.proc, point: at.point });
    }
}
