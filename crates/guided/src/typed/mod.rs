//! Inputs of declared types: the execution sequences of procedures whose modes are known, and inputs that take them. Chapters 4 and
//! 5 of F. Degrave's thesis.
//!
//! A *sequence* is a whole derivation: the labels that a call reaches, with its solutions and failures, in their order. The
//! thesis first lists sequences of the control flow graph and then asks whether their conditions have a solution. Here
//! both are one walk, so that infeasible sequences are not extended.
//!
//! * [`derive`]: the sequences of a procedure within bounds, each with inputs that were run.
//! * [`Value`]: values of declared types, the smallest first.
//! * [`run`]: a run with known inputs.
//!
//! Errata of the thesis that matter here: call depth counts the first call; a det or semidet procedure commits to its first
//! solution; what is counted as a backtrack is a segment after the first.

mod condition;
mod derive;
mod finish;
mod plan;
mod run;
mod values;

pub use derive::derive;
pub use plan::{Plan, Sequence};
pub use run::{Run, run};
pub use values::Value;
