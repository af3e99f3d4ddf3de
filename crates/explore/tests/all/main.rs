//! All tests of `explore`, as one program: one link instead of many.

mod aliasing;
mod differ;
mod limits;
mod programs;
mod random_programs;
mod splits;
mod threads;
