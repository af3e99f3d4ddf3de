//! All tests of `guided`, as one program: one link instead of many.

mod free;
mod typed;
