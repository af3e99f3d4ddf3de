//! Inputs of declared types.

mod brute;
mod counts;
mod examples;
mod program;
mod tables;
