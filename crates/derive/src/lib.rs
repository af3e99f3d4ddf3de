//! Execution sequences of procedures whose modes are known, and inputs that take them: chapters 4 and 5 of F. Degrave's thesis.
//!
//! A *sequence* is a whole derivation: the labels that a call reaches, with its solutions and failures, in their order. The
//! thesis first lists sequences of the control flow graph and then asks whether their conditions have a solution. Here both
//! are one walk: the machine of [`logic`] runs the procedure with inputs of which only the types are known, and asks
//! [`concolic::Pilot`] wherever they decide, so that what no input takes never grows.
//!
//! * [`derive`]: the sequences of a procedure within bounds, each with inputs that were run.
//! * [`values`]: values of declared types, the smallest first.
//! * [`finish`]: from a path to inputs, by way of what must not be equal.
//! * [`run`]: a run with known inputs.
//! * [`condition`]: the sequence condition in paper notation.
//!
//! Errata of the thesis that matter here: call depth counts the first call; a det or semidet procedure commits to its first
//! solution; what is counted as a backtrack is a segment after the first.

mod condition;
mod finish;
mod run;
mod search;
mod values;

pub use run::{Run, run};
pub use search::{Derived, Ending, Plan, Sequence, derive};
pub use values::Value;
