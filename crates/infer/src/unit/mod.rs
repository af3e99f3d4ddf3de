//! What is analysed: a procedure with the calls in it, as one graph.
//!
//! ```text
//! proc f(x) { y := g(x); return y }      f:b0 ──x' := x──▶ g:b0 ──…──▶ g:b3 ──y := r'──▶ f:b0 (rest) ──▶ exit
//! ```
//!
//! Each call is a copy of what is called, with variables of its own; a copy is a [`Frame`]. Calls that are nested deeper than a bound
//! are not followed: nothing is known after them. Each variable of a frame is a [`Slot`].

mod assigned;
mod build;
mod entry;
mod flags;
mod live;
mod records;
mod slots;

pub use build::{DEEPEST, Options};
pub use entry::{Entry, EntryList, Old, Remember};
pub use records::RecordField;
pub use slots::{Cell, CellField, Slot, Slots, What};

use imperative::{BlockId, Expr, Instr, LoopId, ProcId, Program};
use source::Span;

/// A copy of a procedure.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure.
    pub proc: ProcId,
    /// The slot of its first variable.
    pub first: usize,
    /// How many calls lie around it.
    pub depth: usize,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The copy.
    pub frame: usize,
    /// The block.
    pub block: BlockId,
    /// What it is in the block.
    pub kind: SpotKind,
    /// Where it stands.
    pub span: Span,
}

/// What a node of the graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotKind {
    /// The start of a block.
    Block,
    /// The header of a loop.
    Head(LoopId),
    /// After a call in the block: how many instructions come before.
    After(usize),
    /// The procedure that is analysed returns.
    Exit,
}

/// What an edge does.
#[derive(Clone, Debug)]
pub enum Step<'p> {
    /// An instruction that is no call; `at` is its number in its block.
    Do {
        /// The instruction.
        instr: &'p Instr,
        /// The copy it is in.
        frame: usize,
        /// The block it is in.
        block: BlockId,
        /// Its number there.
        at: usize,
    },
    /// A condition comes out so.
    Choose {
        /// The condition.
        cond: &'p Expr,
        /// How it comes out.
        holds: bool,
        /// The copy it is in.
        frame: usize,
    },
    /// A slot gets the value of an expression of a copy.
    Pass {
        /// The slot.
        slot: usize,
        /// The expression.
        value: &'p Expr,
        /// Its copy.
        frame: usize,
        /// Where.
        span: Span,
    },
    /// A slot gets the value of another one.
    Back {
        /// The slot.
        slot: usize,
        /// The other one.
        from: usize,
    },
    /// An error.
    Fail {
        /// What it is.
        kind: imperative::ErrorKind,
        /// Where.
        span: Span,
    },
    /// Something that cannot be followed.
    Lose {
        /// Why.
        why: String,
        /// Where.
        span: Span,
    },
    /// A claim is made here. It changes nothing.
    Claim {
        /// The number of the claim in its procedure.
        claim: usize,
        /// The copy.
        frame: usize,
    },
}

/// An edge of the graph.
#[derive(Clone, Debug)]
pub struct Edge<'p> {
    /// Where from.
    pub from: usize,
    /// Where to.
    pub to: usize,
    /// What happens on the way.
    pub steps: Vec<Step<'p>>,
    /// The slots that are not read after its end.
    pub dead: Vec<usize>,
}

/// A procedure with the calls in it.
#[derive(Clone, Debug)]
pub struct Unit<'p> {
    /// The program.
    pub program: &'p Program,
    /// The procedure that is analysed.
    pub entry: ProcId,
    /// The copies; the first is that of the entry.
    pub frames: Vec<Frame>,
    /// The variables.
    pub slots: Slots,
    /// The nodes; the first is where it starts.
    pub spots: Vec<Spot>,
    /// The edges.
    pub edges: Vec<Edge<'p>>,
    /// For each node the slots that are read there or later.
    pub live: Vec<Vec<bool>>,
    /// What is remembered of the entry.
    pub entry_values: Entry,
    /// For each node, whether there is a way from it to an exit.
    pub returns: Vec<bool>,
    /// The fields of objects that are like variables.
    pub records: Vec<RecordField>,
    /// Numbers that get only these constants: heaps in which they differ are kept apart.
    pub flags: Vec<(domains::Dim, Vec<base::Int>)>,
}

impl<'p> Unit<'p> {
    /// The procedure of a copy.
    pub fn proc(&self, frame: usize) -> Option<&'p imperative::Proc> {
        self.program.proc(self.frames.get(frame)?.proc)
    }
}
