//! All tests of `front-impl`, as one program: one link instead of many.

mod bad_input;
mod corpus;
mod emitted;
mod language;
mod random_programs;
mod reading;
