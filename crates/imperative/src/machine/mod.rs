//! The concrete machine: runs a procedure on given values and tells what happened.
//!
//! A run starts from a [`State`] (an environment and a heap), obeys [`Limits`], and ends in an [`Outcome`]
//! with the final state and a trace of [`Event`]s. The machine is the judge of everything else: a generated
//! test counts only if a run follows its path and ends in its state. So it shares nothing with the solver.
//!
//! Semantics, where languages could differ:
//! * Integers and reals are exact. Integer division cuts towards zero; a zero divisor is an error.
//! * Operands are evaluated from left to right; a store evaluates its value before its target.
//! * Nothing is freed. Two references are equal if they lead to the same object, or both are nil.
//! * A variable has no value until it is written; reading it before is an error.
//! * An error goes to the first handler that catches it, in the activation where it happens or in one below it
//!   ([`crate::Handler`]); the run ends with an error that no handler catches.
//! * What a language cannot forbid but a machine cannot do (numbers or heaps beyond the limits) ends the run
//!   with [`Outcome::Limit`], never in a wrong value.
//!
//! The call stack is a vector, so recursion in the program is bounded by [`Limits::depth`] alone.
//!
//! * [`run`]: one run, written down. [`run_watched`]: one run, told to a [`Watch`], at the cost of what the watch does.
//! * [`holds`] and [`requirements_hold`]: requirements of inputs.
//! * [`Judge`]: a watch that judges the claims of the procedures that a run goes through, at their places.
//! * [`difference`]: whether two states are the same up to the naming of objects.
//! * [`check_state`]: whether a state fits a procedure (for states that people write).

mod claims;
mod compare;
mod eval;
mod leaks;
mod make;
mod outcome;
mod require;
mod rows;
mod run;
mod trace;
mod value;
mod watch;

pub use claims::{Judge, Judgement, Truth, Visit, required, truth_of};
pub use compare::{Difference, check_state, difference, difference_of_values, empty_input};
pub use eval::default_value;
pub use outcome::{Limit, Limits, Options, Outcome, Run, Touched};
pub use require::{holds, requirements_hold};
pub use run::{run, run_watched};
pub use trace::{Event, Place, Recorder, Trace};
pub use value::{Heap, Object, ObjectId, State, Value};
pub use watch::{At, Atoms, Unwatched, Watch};
