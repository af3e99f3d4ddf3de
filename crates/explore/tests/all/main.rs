//! All tests of `explore`, as one program: one link instead of many.

mod aliasing;
mod backs;
mod brute;
mod differ;
mod fill;
mod handlers;
mod limits;
mod own;
mod programs;
mod quantified;
mod random_programs;
mod ranges;
mod splits;
mod threads;
