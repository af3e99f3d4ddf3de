//! `infer`: what holds at the loops and exits of a program.

use base::Stop;
use imperative::Notation;

pub use infer::show::{End, Node, Picture};
pub use infer::{Domain, Question, Wanted};

/// The invariants of a program.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// Procedure by procedure.
    pub procs: Vec<InferredProc>,
    /// The limit that ended the work.
    pub stopped: Option<Stop>,
    /// How the language writes things.
    pub notation: Notation,
}

/// The invariants of a procedure.
#[derive(Clone, Debug)]
pub struct InferredProc {
    /// Its name.
    pub name: String,
    /// The largest number of simple nodes of a heap.
    pub k: usize,
    /// Its loops and exits, in the order of the text.
    pub points: Vec<InferredPoint>,
    /// What may go wrong.
    pub errors: Vec<PossibleError>,
    /// From where on nothing is known, and why.
    pub lost: Vec<(usize, String)>,
    /// What is taken for granted of the inputs.
    pub assumed: Vec<String>,
    /// The first line that does something whose errors are not looked for.
    pub unseen: Option<usize>,
}

/// A loop or an exit.
#[derive(Clone, Debug)]
pub struct InferredPoint {
    /// The line, from 1.
    pub line: usize,
    /// Whether it is the head of a loop; if not, the procedure returns there.
    pub is_loop: bool,
    /// The heaps there; none if no run reaches it.
    pub heaps: Vec<Picture>,
    /// Why other heaps are possible too, with the line of the reason.
    pub lost: Option<(usize, String)>,
}

/// An error that may happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What it is.
    pub message: String,
}
