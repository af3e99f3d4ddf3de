//! What can be shown without running anything: from any state at all.
//!
//! A search sees the states that inputs lead to, and there may be no end of them. Sometimes it is enough to look at
//! the paths from the head of the innermost loop, or from the start of the procedure, with nothing known of the state
//! there: if no path from there reaches a target, no run does ([`excluded`]); if a change of the program makes no
//! difference on any path from there, it makes none on any run ([`unchanged`]).
//!
//! `state` is such a state, `values` the values of expressions in it, `live` the variables that matter behind it. Tests:
//! `workbench/tests/all/mutants.rs` and the random programs whose verdicts and mutants are judged there.

mod excluded;
mod live;
mod state;
mod unchanged;
mod values;

pub use excluded::excluded;
pub use unchanged::unchanged;
