//! Exact linear algebra over the rationals and the integers: one home for what the solver and the
//! abstract domains both need.
//!
//! * [`Simplex`]: bounded simplex with explanations (Dutertre and de Moura, CAV 2006).
//! * [`Difference`]: constraints `x − y ≤ c` as a graph with incremental negative-cycle detection
//!   (Cotton and Maler, SAT 2006).
//! * [`omega`]: integer points of a conjunction of equalities and inequalities (Pugh, 1991); it
//!   always ends, also where branch and bound does not.

mod delta;
mod difference;
pub mod omega;
mod simplex;

pub use delta::Delta;
pub use difference::Difference;
pub use simplex::{Bound, Side, Simplex, Trouble};

/// A value of the caller's choice that a conflict reports for each bound in it.
pub type Reason = u32;
