//! Ada as it is written: from text to a tree and back.
//!
//! `tree-sitter-ada` decides what is Ada and cuts a text into declarations and statements. What is inside of one of
//! them is read from our own tokens ([`tokens`]) by our own parser, which reads the claims in comments and the
//! `--assume` formulas too, so that all of them give the same [`ast`].
//!
//! ```text
//! --: assert (FORALL K (1 <= K and K <= N - 1 IMPLIES A (K) <= A (K + 1)))
//! pragma Assert (for all K in 1 .. N - 1 => A (K) <= A (K + 1));
//! ```
//!
//! Invariants:
//! * No text makes this crate panic or run for more than linear time; nesting is bounded by [`MAX_NESTING`].
//! * What the tree has no node for is an [`ast::Unsupported`] with its plain name, its place and its text. It is
//!   not an error.
//! * Parsing what [`print`] wrote gives back an equal tree. (Places do not count in comparisons.)
//! * Names compare without regard to case and print as they were written.

pub mod ast;
mod errors;
mod listing;
mod literals;
mod parse;
mod print;
pub mod tokens;

pub(crate) use parse::contract_cases;
pub use parse::{MAX_NESTING, Parsed, parse, parse_formula};
pub use print::{print, print_declaration, print_expression, print_statement};
