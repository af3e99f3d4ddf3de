//! Abstract domains over dimensions, and a fixpoint engine over any graph.
//!
//! * [`Expr`] and [`Constraint`]: linear expressions and constraints on integers, in normal form, over dimensions
//!   ([`Dim`]). Nothing here knows variables; [`Names`] gives dimensions names where people read them.
//! * [`Numeric`]: the interface of all numerical domains: lattice, transfer, query, management of dimensions.
//! * [`Intervals`], [`Octagons`], [`Polyhedra`]: the domains, from cheap to precise.
//! * [`Apart`]: one of them, and linear forms that are not zero.
//! * [`thresholds`]: what widenings should keep, made of the conditions of a program.
//! * [`fixpoint`]: weak topological orders, widening with delay and thresholds, descending steps; over any [`Lattice`].
//!
//! ```
//! use domains::{Constraint, Dim, Expr, Lattice, Names, Numeric, Polyhedra};
//! let (i, n) = (Dim::new(0), Dim::new(1));
//! let names = Names::new(["i", "n"]);
//! let before = Polyhedra::from_constraints(2, &[Constraint::eq(i, 0), Constraint::ge(n, 1)]);
//! let after = before.meet_constraint(&Constraint::lt(i, n)).assign(i, &(Expr::from(i) + 1));
//! assert_eq!(names.constraints(&before.join(&after)), ["i >= 0", "i <= 1", "n >= 1"]);
//! ```
//!
//! Invariants: every operation is sound on integer points (what a domain cannot express it forgets); arithmetic is exact;
//! the same calls give the same values in every run; nothing panics, whatever the input.

mod apart;
mod constraint;
mod expr;
pub mod fixpoint;
mod interval;
mod lattice;
mod names;
mod numeric;
mod octagon;
mod polyhedra;
mod thresholds;

pub use apart::Apart;
pub use constraint::{Constraint, Relation};
pub use expr::{Dim, Expr};
pub use interval::{Interval, Intervals};
pub use lattice::Lattice;
pub use names::Names;
pub use numeric::Numeric;
pub use octagon::Octagons;
pub use polyhedra::Polyhedra;
pub use thresholds::thresholds;
