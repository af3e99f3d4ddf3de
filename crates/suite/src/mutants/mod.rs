//! Mutants: a program with one small slip in it. A suite that does not notice is too weak, or the slip makes no
//! difference (DeMillo, Lipton, Sayward: Hints on test data selection, 1978).
//!
//! Both kinds of programs have their own slips, [`imperative`] and [`logic`]; what people call them is the same.

pub mod imperative;
pub mod logic;
mod operator;

pub use operator::Operator;
