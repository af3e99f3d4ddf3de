//! Symbolic states of imperative programs: what their values are, and what reading, writing and evaluating mean.
//!
//! This crate knows of no search and of no path. A search gives it a state and a condition; a proof can start it in a state in
//! which chosen things are unknown.
//!
//! * [`world`]: the sorts, functions and symbols that stand for the types and inputs of a program, and the facts that always hold.
//! * [`memory`]: the heap as maps with a write log ([`log`]); aliasing never multiplies states. `facts`: what is known of references.
//! * [`evaluate`]: expressions to terms, with the errors that they may cause, in the order of evaluation. `rows`: rows of arrays
//!   with several dimensions.
//! * [`input`]: from a model to a concrete heap.
//!
//! ```text
//! x := y.head     evaluate   read(head, y) in the present memory; error if y is nil
//! z.tail := x     memory     one more entry of the log; nothing is copied, and z may be y
//! ```

pub mod evaluate;
mod facts;
pub mod input;
pub mod log;
pub mod memory;
mod rows;
pub mod world;
