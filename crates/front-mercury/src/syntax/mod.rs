//! Mercury as it is written: from text to a tree and back.
//!
//! The crate `terms` reads a text into terms with operators ([`MERCURY`] says which). [`parse`] gives them their
//! meaning, item by item, as the reference manual does; an item that is wrong is left out with a message, and the others
//! stay. What is checked between items is in [`collect`]; what grammar rules and state variables stand for in [`expand`].
//!
//! ```
//! use front_mercury::syntax::{expand, parse, print, print_clause};
//! let text = "count([], !N).\ncount([_ | Xs], !N) :-\n    !:N = !.N + 1,\n    count(Xs, !N).\n";
//! let mut files = source::Files::new();
//! let file = files.add("count.m", text);
//! let tree = parse(&files, file).tree;
//! assert_eq!(print(&tree), text);
//! let front_mercury::syntax::ast::ItemKind::Clause(clause) = &tree.items[0].kind else { panic!() };
//! let fact = expand(clause).unwrap();
//! assert_eq!(print_clause(&fact), "count([], STATE_VARIABLE_N_0, STATE_VARIABLE_N_0).\n");
//! ```
//!
//! Invariants:
//! * No text makes this crate panic. Lists, conjunctions and disjunctions may be as long as memory allows; other nesting
//!   is bounded by [`MAX_NESTING`].
//! * What the tree has no node for is an [`ast::Unsupported`] with its plain name, its place and its text. It is
//!   not an error.
//! * Parsing what [`print()`] wrote gives back an equal tree. (Places do not count in comparisons.)

pub mod ast;
mod collect;
mod dialect;
mod expand;
mod parse;
mod print;

pub use collect::{Import, Module, Predicate, Section, collect};
pub use dialect::MERCURY;
pub use expand::expand;
pub use parse::{MAX_NESTING, Parsed, parse};
pub(crate) use parse::{Statement, TestItem, parse_suite, parse_suite_as_text};
pub use print::{print, print_clause, print_expression, print_goal, print_item};
