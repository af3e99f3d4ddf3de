//! Terms with operators: what the texts of Prolog, CLP and Mercury are made of, before they mean anything.
//!
//! * [`Terms`]: terms in one table; a [`Term`] is a small number, an [`Atom`] an interned name.
//! * [`Ops`]: which names are operators; [`compare`]: the standard order of terms.
//! * [`read_text`]: a text into terms, clause by clause; [`read::Reader`]: one clause after the other; [`Writer`]: terms as text that reads back.
//! * [`Dialect`]: what differs between languages, as data.
//!
//! ```
//! use terms::{Ops, Terms, Writer};
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
//! * No text makes anything panic; what is wrong with it is a [`lexer::Problem`] with its place.

mod atom;
pub mod chars;
mod dialect;
pub mod lexer;
mod number;
mod ops;
mod order;
mod print;
pub mod read;
mod term;
mod text;

pub use atom::Atom;
pub use dialect::{BackQuotes, Dialect, DoubleQuotes, Escapes, Groups, Numbers};
pub use ops::{Fixity, Op, OperatorTable, Ops};
pub use order::compare;
pub use print::{Writer, canonical_names, letter_name, quoted};
pub use term::{Float, Node, Term, Terms, VarId};
pub use text::{Item, Language, Step, Text, read_text};
