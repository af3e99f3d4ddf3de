//! All tests of `domains`, as one program: one link instead of many.

mod classics;
mod dimensions;
mod laws;
mod listing;
mod nonsense;
mod octagons;
mod order;
mod programs;
mod sample;
mod soundness;
mod widening;
