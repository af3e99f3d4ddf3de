//! An independent judge of what is said about goals of C files: which outcomes of which conditions do runs show?
//!
//! [`functions`] makes random functions in which much is dead and some things are nearly dead: reached after many rounds
//! alone, or with one text, or at the edge of a range. [`Native`] finds the conditions of any file in its text
//! ([`decisions`]), has the compiler build a copy that tells how they come out, and calls each function with inputs
//! made after the literals of the file ([`driver`], and `runtime.c`). Undefined behaviour ends a run; what it
//! came to before counts.
//!
//! What was seen is possible, so that no goal may be called infeasible which was seen. What was not seen says nothing.

mod decisions;
mod driver;
mod native;
mod random;

pub use decisions::Condition;
pub use native::{Native, Sighting};
pub use random::functions;

/// The conditions of a file, found in its text.
pub fn conditions(text: &str) -> Vec<Condition> {
    decisions::mark(text).conditions
}
