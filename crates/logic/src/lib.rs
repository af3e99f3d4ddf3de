//! The logic program as data: what every engine for Prolog, CLP and Mercury works on.
//!
//! * [`Terms`]: the terms of a program, in one table; a [`Term`] is a small number.
//! * [`compare`]: the standard order of terms; [`Ops`]: operators; [`Writer`]: terms as text that reads back.
//! * [`Program`]: predicates in the order of the text, clauses, goals with their places, declarations.
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
//! * The arguments of a term have smaller numbers than the term, so terms are finite trees and can be gone through
//!   from the first number to the last without recursion. Nothing here recurses over a term: a list may have a
//!   million elements, and a term may be nested as deeply as memory allows.
//! * A goal is part of one goal or clause, and goals hold no circle.

mod atom;
pub mod builtins;
pub mod chars;
mod ids;
mod listing;
pub mod machine;
mod ops;
mod order;
mod print;
mod program;
mod term;

pub use atom::Atom;
pub use ids::{ClauseId, GoalId, PredId, VarId};
pub use listing::listing;
pub use ops::{Fixity, Op, Ops};
pub use order::compare;
pub use print::{Writer, canonical_names, quoted};
pub use program::{
    Clause, Domain, Goal, GoalKind, Module, Names, Pred, PredDecl, Program, Relation, Theory, TypeDecl,
    Variable,
};
pub use term::{Float, Node, Term, Terms};
