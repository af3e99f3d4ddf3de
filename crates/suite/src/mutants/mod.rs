//! Mutants: a program with one small slip in it. A suite that does not notice is too weak, or the slip makes no
//! difference (DeMillo, Lipton, Sayward: Hints on test data selection, 1978).
//!
//! Each kind of programs has its own slips, [`imperative`], [`logic`] and [`moded`]; what people call them is the same.

pub mod imperative;
pub mod logic;
pub mod moded;
mod operator;

pub use operator::Operator;
