//! Tests of the crate `derive`.

mod brute;
mod counts;
mod program;
mod tables;
