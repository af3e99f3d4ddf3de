//! Adequacy criteria: what is asked of a suite, and what a run shows.
//!
//! * [`Criterion`]: what is asked, by name.
//! * [`goals`]: what there is to be seen, in the order of the text.
//! * [`Meter`]: runs a program and tells what the run showed ([`Seen`]).
//! * [`witnesses`]: which runs meet a goal, alone or (for MC/DC) in pairs.
//!
//! The path of a run is the sequence of outcomes of its decisions ([`path_of`]), without those that only spare a
//! call.
//!
//! ```
//! use criteria::Criterion;
//! assert_eq!(Criterion::parse("branch"), Ok(Criterion::Branch));
//! assert!(Criterion::parse("brunch").is_err());
//! ```
//!
//! What the words mean, where the literature leaves it open:
//!
//! * *condition*: an atom counts when it is evaluated, even if the condition errs later on.
//! * *multiple-condition*: the combinations are those that evaluation from left to right can tell apart; an atom
//!   that is not evaluated may be anything.
//! * *mcdc*: two evaluations of one decision, of one run or of two, in which the atom has both values, the outcome
//!   differs, and in each the atom decides the outcome: there are values for what was not evaluated with which the
//!   other atoms do not mask it. With unique cause, the other atoms have the same values in both as well, as far
//!   as both evaluated them.
//! * *loop-count*: a loop is executed as often as its decision stays in it. An execution counts when it is over:
//!   when the loop is left, by its condition, a jump, a return, an exception that is caught or an exit of the program.
//!   A run that dies inside of a loop has not executed it to the end, so it counts for no number.
//! * *block-count*: a block in the sense of the literature holds statements, while conditions stand at edges; it
//!   is counted over the whole run. The body of a loop is such a block, even if all that it does is to decide.
//! * *all-defs*, *all-uses*, *all-du-paths*: see [`flow`].
//!
//! Hidden procedures have no goals, nor have decisions that only spare a call; the atoms of the decision that
//! they serve are among those of that decision. The sources are the thesis of Degrave, chapter 1.3, Rapps and
//! Weyuker (1982) for data flow, and Chilenski (2001) for the kinds of MC/DC.

mod bits;
mod conditions;
mod criterion;
mod describe;
pub mod flow;
mod goal;
mod index;
pub mod logic;
mod meter;
pub mod moded;
mod path;
mod plan;
mod seen;
mod verdict;

pub use criterion::{Criterion, Mcdc};
pub use flow::{Definition, Use, What};
pub use goal::{Goal, Goals, Target, goals};
pub use index::GoalIndex;
pub use meter::{Meter, MeterTables};
pub use path::{Step, path_of, path_text, reachable};
pub use seen::{Seen, Witness, all_witnesses, is_met, witnesses};
pub use verdict::{Status, Verdict};
