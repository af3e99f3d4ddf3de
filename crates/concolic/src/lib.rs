//! Concolic testing of logic programs: the goals that call a predicate in every feasible way.
//!
//! A *case* is a call of a predicate together with the path that it takes: which clauses fit at each call, and how
//! each test of the inputs comes out, over the whole search tree (or up to its first solution). The search follows
//! F. Mesnard, É. Payet, G. Vidal, *Concolic testing in CLP* (2020), with these differences: alternatives of the final
//! failure are looked for too; paths are told apart by the sets of clauses that fit, not by the clauses that are
//! entered; and inputs may be marked as ground, which real predicates with arithmetic need.
//!
//! * [`Pilot`]: takes one side of each decision; paths are gone through depth first.
//! * [`difference`]: comparisons of integers that need no solver.
//! * [`facts`], [`pattern`]: what is known of ground and of free inputs, and negative constraints.
//! * [`search`]: the paths of a predicate, each with a goal that was replayed.
//! * [`alternatives`]: the paper's `alts`, as formulas.

mod alternatives;
mod condition;
pub mod difference;
pub mod facts;
mod finish;
mod goals;
mod numeric;
pub mod pattern;
mod pilot;
mod replay;
mod search;
mod types;

pub use alternatives::alternatives;
pub use logic::Mode;
pub use pilot::{Pilot, Tally};
pub use search::{Case, Ending, Plan, Search, search};
