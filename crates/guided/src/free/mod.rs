//! Inputs without types: the goals that call a predicate in every feasible way.
//!
//! A *case* is a call of a predicate together with the path that it takes: which clauses fit at each call, and how
//! each test of the inputs comes out, over the whole search tree (or up to its first solution). The search follows
//! F. Mesnard, É. Payet, G. Vidal, *Concolic testing in CLP* (2020), with these differences: alternatives of the final
//! failure are looked for too; paths are told apart by the sets of clauses that fit, not by the clauses that are
//! entered; and inputs may be marked as ground, which real predicates with arithmetic need.
//!
//! * [`search`]: the paths of a predicate, each with a goal that was replayed.
//! * [`alternatives`]: the paper's `alts`, as formulas.

mod alternatives;
mod condition;
mod finish;
mod numeric;
mod plan;
mod replay;
mod search;
mod types;

pub use alternatives::alternatives;
pub use plan::{Case, Plan};
pub use search::search;
