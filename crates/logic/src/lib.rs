//! The logic program as data: what every engine for Prolog, CLP and Mercury works on.
//!
//! * Terms, their standard order, operators and printing are those of the crate [`terms`].
//! * [`Program`]: predicates in the order of the text, clauses, goals with their places, declarations; [`ModeDecl`]: the
//!   modes and the determinism that a predicate is declared with.
//! * [`machine`]: the concrete machine, with a trace of the clauses that it enters.
//! * [`builtins`]: the predicates that a program need not define.
//!
//! ```
//! use logic::{Ops, Terms, Writer};
//! let mut terms = Terms::new();
//! let (plus, a) = (terms.intern("+"), terms.intern("hello world"));
//! let (one, a) = (terms.int(1.into()), terms.atom(a));
//! let sum = terms.compound(plus, &[one, a]);
//! let ops = Ops::standard(&mut terms);
//! assert_eq!(Writer::new(&terms).ops(&ops).text(sum), "1+'hello world'");
//! assert_eq!(Writer::new(&terms).text(sum), "+(1,'hello world')");
//! ```
//!
//! Invariants:
//! * Nothing here recurses over a term: a list may have a million elements, and a term may be nested as deeply as
//!   memory allows.
//! * A goal is part of one goal or clause, and goals hold no circle.

pub mod builtins;
mod ids;
mod listing;
pub mod machine;
pub mod moded;
mod modes;
mod program;

pub use ids::{ClauseId, GoalId, PredId};
pub use listing::listing;
pub use modes::{Determinism, Mode, ModeDecl};
pub use program::{
    Clause, Domain, Goal, GoalKind, Module, Names, Pred, PredDecl, Program, Relation, Theory, TypeDecl,
};
pub use terms::read::Variable;
pub use terms::{
    Atom, Fixity, Float, Node, Op, Ops, Term, Terms, VarId, Writer, canonical_names, chars, compare,
    letter_name, quoted,
};
