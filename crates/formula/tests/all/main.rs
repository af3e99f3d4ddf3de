//! All tests of `formula`, as one program: one link instead of many.

mod cancelled;
mod multiples;
mod notation;
mod readable;
