//! Tests of the crate `derive`.

mod brute;
mod counts;
mod examples;
mod program;
mod tables;
