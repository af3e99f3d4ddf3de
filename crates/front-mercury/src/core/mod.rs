//! A checked program, as analysis of modes, graphs and machines use it.
//!
//! All names are resolved to ids, all types are known, and the clauses of each predicate are one goal in superhomogeneous form.
//! [`crate::check`] makes it; [`print()`] shows it.
//!
//! Invariants:
//! * Every id belongs to its table, and every variable of a goal to its definition.
//! * A variable belongs to one scope: `some [X] p(X), some [X] q(X)` has two variables.
//! * Goals are numbered from 0 in the order of [`Goal::number`], and their non-local variables are those that occur outside too.

mod goals;
mod ids;
mod modes;
mod nonlocals;
mod print;
mod program;
mod types;

pub use crate::syntax::ast::Determinism;
pub use goals::{Definition, Goal, GoalKind, Lambda, Literal, Note, Rhs, Var};
pub use ids::{ConsId, InstId, ModuleId, PredId, Ty, TypeId, VarId};
pub use modes::{Bound, Inst, InstDef, Mode};
pub(crate) use nonlocals::complete;
pub(crate) use print::{applied, construction, literal_text};
pub use print::{print, print_module};
pub use program::{Body, Constructor, DefBody, Module, Pred, Proc, Program, TypeDef};
pub use types::{Head, TypeNode, Types};
