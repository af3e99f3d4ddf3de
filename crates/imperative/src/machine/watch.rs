//! Watching a run while it happens.
//!
//! The machine tells a [`Watch`] what it does, and the compiler removes what a watch does not listen to: every
//! method does nothing unless it is written, and the constants switch off work that would only be done to tell.
//!
//! ```
//! use imperative::machine::{At, Limits, State, Watch, run_watched};
//! use imperative::{Builder, InstrKind, ProcId};
//!
//! /// Counts instructions and ends of blocks.
//! struct Count(usize);
//! impl Watch for Count {
//!     fn point(&mut self, _: At) {
//!         self.0 += 1;
//!     }
//! }
//!
//! let mut files = source::Files::new();
//! let file = files.add("f", "skip");
//! let span = files.span(file, 0, 4);
//! let mut main = Builder::new("main", span);
//! main.push(InstrKind::Skip, span);
//! let program = main.finish_as_program();
//! let mut count = Count(0);
//! run_watched(&program, ProcId(0), State::new(&program, ProcId(0)), &Limits::default(), &mut count);
//! assert_eq!(count.0, 2);
//! ```

use super::{Heap, ObjectId, Outcome, Place, Value};
use crate::{BlockId, DecisionId, ErrorKind, FieldId, Point, ProcId};
use source::Span;

/// A place in a program: a point of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The procedure.
    pub proc: ProcId,
    /// The place in it.
    pub point: Point,
}

/// An observer that is told what a run does, in order.
pub trait Watch {
    /// Whether the atoms of decisions are told; without it [`Watch::decided`] gets none.
    const ATOMS: bool = false;
    /// Whether [`Watch::passed`], [`Watch::defined`], [`Watch::gave_back`], [`Watch::emptied`], [`Watch::made`],
    /// [`Watch::used`] and [`Watch::leaves`] are told.
    const DATAFLOW: bool = false;
    /// Whether [`Watch::state`] and [`Watch::gives`] are told.
    const STATES: bool = false;

    /// The run begins, in this heap.
    fn starts(&mut self, _heap: &Heap) {}

    /// An activation of a procedure begins; `from` is the call, or `None` for the first one.
    fn enters(&mut self, _proc: ProcId, _from: Option<At>) {}

    /// The first activation is about to return. For each object: whether something that still exists after the return
    /// leads to it.
    fn leaves(&mut self, _seen: &[bool]) {}

    /// The current activation returns.
    fn returns(&mut self, _at: At) {}

    /// The current activation ends at this point, because of an error that one below it catches.
    fn unwinds(&mut self, _at: At) {}

    /// The current activation catches an error of this kind, which happened at this place of the text, and leaves its block at this
    /// point. Next its decision is told, and then the jump.
    fn caught(&mut self, _at: At, _kind: ErrorKind, _span: Span) {}

    /// The current activation goes on to another block.
    fn jumps(&mut self, _from: BlockId, _to: BlockId) {}

    /// An instruction or the end of a block is reached.
    fn point(&mut self, _at: At) {}

    /// The variables of the current activation and the heap, before what is here is executed.
    fn state(&mut self, _at: At, _env: &[Option<Value>], _heap: &Heap) {}

    /// The current activation is about to return with this result, from this state.
    fn gives(&mut self, _at: At, _env: &[Option<Value>], _heap: &Heap, _result: Option<&Value>) {}

    /// The instruction here looks at operands once more, for the next of several elements.
    fn repeats(&mut self, _at: At) {}

    /// A decision was taken, or (`None`) its condition erred after some atoms.
    fn decided(&mut self, _at: At, _decision: DecisionId, _outcome: Option<bool>, _atoms: &Atoms) {}

    /// A parameter of the activation that has just begun got its value at this call.
    fn passed(&mut self, _place: Place, _from: At) {}

    /// Something was given a value, by the current activation.
    fn defined(&mut self, _place: Place, _at: At) {}

    /// A variable of the current activation got the `number`th value that the call here gives back
    /// ([`crate::InstrKind::Call`]).
    fn gave_back(&mut self, place: Place, _number: usize, at: At) {
        self.defined(place, at);
    }

    /// A variable of the current activation has no value any more, since the call here gave none back.
    fn emptied(&mut self, _place: Place, _at: At) {}

    /// An object with this number of fields or elements was made, and all of them were defined at once.
    fn made(&mut self, _heap: &Heap, _object: ObjectId, _values: usize, _at: At) {}

    /// The value of something was read.
    fn used(&mut self, _place: Place, _at: At) {}

    /// The run ends. `open` are the points that the open activations have reached, the first activation first;
    /// there are none after an ordinary end.
    fn ends(&mut self, _outcome: &Outcome, _open: &mut dyn Iterator<Item = At>) {}
}

/// Watches nothing: the plain run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// How the atomic conditions of a decision came out: the first 64 in two words, the others in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Atoms {
    /// Bit i: atom i was true.
    pub value: u64,
    /// Bit i: atom i was evaluated.
    pub evaluated: u64,
    /// How many atoms were passed, evaluated or not.
    pub count: usize,
    /// The atoms from the 65th on.
    pub more: Vec<Option<bool>>,
}

impl Atoms {
    pub(super) fn clear(&mut self) {
        self.value = 0;
        self.evaluated = 0;
        self.count = 0;
        self.more.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, value: bool) {
        if self.count < 64 {
            self.value |= u64::from(value) << self.count;
            self.evaluated |= 1 << self.count;
        } else {
            self.more.push(Some(value));
        }
        self.count += 1;
    }

    pub(super) fn skip(&mut self, atoms: usize) {
        self.count += atoms;
        if self.count > 64 {
            self.more.resize(self.count - 64, None);
        }
    }

    /// One atom; `None` if it was not evaluated.
    pub fn get(&self, atom: usize) -> Option<bool> {
        if atom >= 64 {
            return self.more.get(atom - 64).copied().flatten();
        }
        (self.evaluated >> atom & 1 == 1).then_some(self.value >> atom & 1 == 1)
    }

    /// All atoms that were passed, in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<bool>> + '_ {
        (0..self.count).map(|atom| self.get(atom))
    }
}

/// The fields or elements of an object, each as a place.
pub(super) fn places(heap: &Heap, object: ObjectId, values: usize) -> impl Iterator<Item = Place> {
    let is_array = matches!(heap.get(object), Some(super::Object::Array { .. }));
    (0..values).map(move |at| {
        if is_array { Place::Element(object, at as u32) } else { Place::Field(object, FieldId::new(at)) }
    })
}
