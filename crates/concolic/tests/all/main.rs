//! All tests of `concolic`, as one program: one link instead of many.

mod constraints;
mod difference;
mod domains;
mod paper;
mod paths;
mod programs;
mod random_programs;
