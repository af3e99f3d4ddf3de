//! Logic programs with inputs that are not known: every feasible path of a call, each with an input that takes it.
//!
//! There is one machine (that of [`logic`]), one [`Pilot`] that takes one branch of each decision and knows which are left, and one
//! walk over all paths, depth first. It has two starts: [`free`] inputs, terms of which nothing is known or variables, as Prolog has
//! them; and [`typed`] inputs, of which the constructors are known, as Mercury has them.
//!
//! ```text
//! free:   member(X, L)   ->  goals: member(a,[])   member(a,[a])   member(A,[b|B])  …
//! typed:  member(in, in) ->  sequences of labels, each with the smallest inputs that take it
//! ```
//!
//! Judged by: `tests/all/free` (the paper's examples, all small goals of random programs) and `tests/all/typed` (the tables of the
//! thesis, all small inputs of random programs).
//!
//! * [`difference`]: comparisons of integers that need no solver.
//! * [`facts`], [`pattern`]: what is known of ground and of free inputs, and negative constraints.

pub mod difference;
pub mod facts;
pub mod free;
mod instances;
pub mod pattern;
mod pilot;
pub mod typed;
mod walk;
mod walked;

pub use logic::Mode;
pub use pilot::{Pilot, Tally};
pub use walked::{Bounds, Ending, Walked};
